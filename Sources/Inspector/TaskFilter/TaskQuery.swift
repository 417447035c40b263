import ClientEngine
import EnginePatterns

/// The part of a task in which a text is searched.
package enum SearchedPart: String, Sendable, CaseIterable {
    /// The method, the URL, and the heads of requests and responses.
    case header
    /// The bodies of requests and responses.
    case body
}

/// A query for tasks: a filter on their facts, and texts that must occur in their heads or bodies.
///
/// `body:TEXT` and `header:TEXT` are separate from the filter's words and apply to the whole query.
package struct TaskQuery: Sendable, Hashable {
    package struct Text: Sendable, Hashable {
        package let part: SearchedPart
        package let text: String
    }

    package let filter: Filter
    package private(set) var texts: [Text] = []

    /// Matches every task.
    package static let all = TaskQuery(filter: .all)

    private init(filter: Filter) { self.filter = filter }

    /// Parses a query.
    ///
    /// Error offsets count from the beginning of the text.
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

    /// Splits a text at blanks, except within quotation marks.
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

    /// Returns whether the texts occur in a record that has its bodies, ignoring case.
    package func occurs(in record: TaskRecord) -> Bool {
        texts.allSatisfy { wanted in
            let text = wanted.text.lowercased()
            return record.texts(of: wanted.part).contains { $0.lowercased().contains(text) }
        }
    }
}

extension TaskRecord {
    /// Returns the texts to search.
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
