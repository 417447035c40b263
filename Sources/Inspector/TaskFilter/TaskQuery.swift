import ClientEngine
import EnginePatterns

/// Where a text is looked for.
package enum SearchedPart: String, Sendable, CaseIterable {
    /// The method and the URL, and the heads that went out and came in.
    case header
    /// The bodies that went out and came in.
    case body
}

/// A query for tasks: a filter over their facts, and texts that have to occur in their heads or bodies.
///
/// `body:TEXT` and `header:TEXT` stand beside the words of the filter, and hold for all of it.
package struct TaskQuery: Sendable, Hashable {
    package struct Text: Sendable, Hashable {
        package let part: SearchedPart
        package let text: String
    }

    package let filter: Filter
    package private(set) var texts: [Text] = []

    /// Asks for every task.
    package static let all = TaskQuery(filter: .all)

    private init(filter: Filter) { self.filter = filter }

    /// Reads a query; offsets of mistakes count from its beginning.
    package init(_ text: String) throws(FilterError) {
        var rest = Array(text.utf8)
        for word in Self.words(of: text) {
            guard
                let found = try Self.searched(
                    word, at: text.utf8.distance(from: text.startIndex, to: word.startIndex))
            else { continue }
            texts.append(found)
            let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
            for index in start..<start + word.utf8.count { rest[index] = UInt8(ascii: " ") }
        }
        filter = try Filter(String(decoding: rest, as: UTF8.self))
    }

    package var isEmpty: Bool { filter.isEmpty && texts.isEmpty }

    /// The words between blanks; quotation marks hold blanks together.
    private static func words(of text: String) -> [Substring] {
        var isQuoted = false
        return text.unicodeScalars.split { scalar in
            if scalar == "\"" { isQuoted.toggle() }
            return scalar == " " && !isQuoted
        }.map { Substring($0) }
    }

    private static func searched(_ word: Substring, at offset: Int) throws(FilterError) -> Text? {
        guard let (key, value) = word.cut(at: ":"), let part = SearchedPart(rawValue: key.lowercased()) else {
            return nil
        }
        let isQuoted = value.hasPrefix("\"") && value.hasSuffix("\"") && value.utf8.count > 1
        let text = String(isQuoted ? value.dropFirst().dropLast() : value)
        guard !text.isEmpty else {
            let place = offset + word.utf8.count
            throw FilterError(
                "The value of “\(part.rawValue)” is missing; try \(part.rawValue):refused.", at: place)
        }
        return Text(part: part, text: text)
    }

    /// Returns whether the texts occur in a record that has its bodies, without regard to case.
    package func occurs(in record: TaskRecord) -> Bool {
        texts.allSatisfy { wanted in
            let text = wanted.text.lowercased()
            return record.texts(of: wanted.part).contains { $0.lowercased().contains(text) }
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
            let urls = [origin.urlText] + exchanges.map(\.start.url.text)
            return urls.map { "\(origin.request.method.rawValue) \($0)" }
                + heads.map { String(decoding: $0, as: UTF8.self) }
        case .body:
            let sent = ([origin.request.body] + exchanges.map(\.start.body)).compactMap(\.bytes)
            return (sent + exchanges.map(\.body)).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
