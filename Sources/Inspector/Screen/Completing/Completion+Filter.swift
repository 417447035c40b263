import ClientEngine
import InspectorTaskFilter

extension Completion {
    /// Offers words to go on with in a filter, and values that the newest tasks have.
    init?(filter text: String, _ state: State) {
        guard let term = Filter.openTerm(in: text) else { return nil }
        let candidates: [Candidate]
        if let key = term.key {
            candidates = Self.values(of: key, in: state).map { Candidate(text: $0) }
        } else {
            let words = term.part.hasPrefix("~") ? Filter.shortWords : Filter.words
            candidates = words.map { Candidate(text: $0.text, note: $0.meaning) }
        }
        self.init(.init(text: term.part), of: candidates)
    }

    /// The number of tasks that are looked at: a list can be long, and a key wants its answer.
    private static let sample = 1000

    /// The values that tasks have, then those they could have.
    private static func values(of key: String, in state: State) -> [String] {
        var counts: [String: Int] = [:]
        for task in state.tasks.newest(sample, now: state.now) {
            if let value = task.value(of: key), !value.isEmpty { counts[value, default: 0] += 1 }
        }
        let seen = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return seen.map(quoted) + Filter.values(of: key).filter { counts[$0] == nil }
    }

    private static func quoted(_ value: String) -> String {
        let isWord = !value.unicodeScalars.contains { " |()\"".unicodeScalars.contains($0) }
        return isWord ? value : "\"\(value)\""
    }
}

extension TaskSummary {
    /// The word that a filter finds it by; nil for what has none.
    fileprivate func value(of key: String) -> String? {
        switch key {
        case "status": status.map(String.init)
        case "method": asked.request.method.rawValue
        case "host": asked.url?.host
        case "path": asked.url?.path
        case "type": labels.type.prefix(before: ";").description
        case "mock": labels.mock?.name
        case "error": errorKind?.rawValue
        case "state": state.rawValue
        case "scheme": asked.url?.scheme
        case "route": Route(asked).path
        default: nil
        }
    }
}
