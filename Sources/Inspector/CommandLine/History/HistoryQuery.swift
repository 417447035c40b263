import ClientEngine
import EnginePatterns
import InspectorHistory
import InspectorTaskFilter

/// What is asked of the history: a filter over tasks, and texts that have to occur in their heads or bodies.
///
/// `body:TEXT` and `header:TEXT` stand beside the filter, and hold for all of it.
struct HistoryQuery: Sendable {
    let filter: Filter
    private(set) var texts: [(part: SearchedPart, text: String)] = []

    init(_ text: String) throws(FilterError) {
        var rest: [Substring] = []
        for word in Self.words(of: text) {
            if let found = Self.searched(word) { texts.append(found) } else { rest.append(word) }
        }
        filter = try Filter(rest.joined(separator: " "))
    }

    /// The words between blanks; quotation marks hold blanks together.
    private static func words(of text: String) -> [Substring] {
        var isQuoted = false
        return text.unicodeScalars.split { scalar in
            if scalar == "\"" { isQuoted.toggle() }
            return scalar == " " && !isQuoted
        }.map { Substring($0) }
    }

    private static func searched(_ word: Substring) -> (part: SearchedPart, text: String)? {
        guard let (key, value) = word.cut(at: ":"), let part = SearchedPart(rawValue: key.lowercased()),
            !value.isEmpty
        else { return nil }
        let isQuoted = value.hasPrefix("\"") && value.hasSuffix("\"") && value.utf8.count > 1
        return (part, String(isQuoted ? value.dropFirst().dropLast() : value))
    }

    /// Returns whether the texts occur in a record that has its bodies, without regard to case.
    func occurs(in record: TaskRecord) -> Bool {
        texts.allSatisfy { wanted in
            record.texts(of: wanted.part).contains { $0.lowercased().contains(wanted.text.lowercased()) }
        }
    }
}

extension TaskRecord {
    /// The texts that are searched.
    fileprivate func texts(of part: SearchedPart) -> [String] {
        let exchanges = attempts.flatMap(\.exchanges)
        switch part {
        case .header:
            let heads = exchanges.flatMap { exchange in
                [exchange.requestHead]
                    + (exchange.interims + [exchange.head].compactMap(\.self)).map(\.wireBytes)
            }
            let urls = [origin.url?.text ?? origin.request.url] + exchanges.map(\.start.url.text)
            return urls.map { "\(origin.request.method.rawValue) \($0)" }
                + heads.map { String(decoding: $0, as: UTF8.self) }
        case .body:
            let sent = ([origin.request.body] + exchanges.map(\.start.body)).compactMap(\.bytes)
            return (sent + exchanges.map(\.body)).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
