import EngineJSON

// The rows of a stream, each of which can be opened:
//
//     1  delta  {"id":7,"text":"a"}             1  delta  {
//     2  delta  {"id":8,"text":"b"}    open ▶              "id": 7,
//                                                          "text": "a"
//                                                        }
//                                               2  delta  {"id":8,"text":"b"}

extension BodyText {
    struct OpenRow: Equatable, Sendable {
        /// The row as it came.
        var original: [UInt8]
        /// The number of bytes that stand in its place.
        var length: Int
    }

    /// Indicates whether each line is a row that can be opened.
    var hasRows: Bool { source.view == .records || source.view == .events }

    /// Indicates whether a cursor goes over the lines: where they fold, or open.
    var hasCursor: Bool { isFormatted || hasRows }

    /// Opens the row that a line belongs to, or closes it; returns where it begins, or nil where it holds no JSON.
    mutating func toggleRow(at index: Int) -> Int? {
        guard hasRows, starts.indices.contains(index) else { return nil }
        let place = starts[index]
        if let (start, row) = openRows.first(where: { ($0.key...$0.key + $0.value.length).contains(place) }) {
            openRows[start] = nil
            replaceRow(start..<start + row.length, with: row.original)
            return start
        }
        var first = index
        while first > 0, isContinuation(first) { first -= 1 }
        let start = starts[first]
        let row = bytes[start..<(bytes[start...].firstIndex(of: 0x0A) ?? bytes.count)]
        guard let text = Self.opened(row, isEvent: source.view == .events) else { return nil }
        replaceRow(start..<row.endIndex, with: text)
        openRows[start] = OpenRow(original: Array(row), length: text.count)
        return start
    }

    private mutating func replaceRow(_ range: Range<Int>, with text: [UInt8]) {
        replace(range, with: text)
        let distance = text.count - range.count
        openRows = Dictionary(
            uniqueKeysWithValues: openRows.map { ($0 > range.lowerBound ? $0 + distance : $0, $1) })
    }

    /// Returns a row with its JSON over several lines; nil where it has none.
    private static func opened(_ row: ArraySlice<UInt8>, isEvent: Bool) -> [UInt8]? {
        let brackets = "{[".utf8
        let head = isEvent ? row.prefix { !brackets.contains($0) } : row.prefix(0)
        let (text, error) = JSONIndenter.indent(row[head.endIndex...])
        guard error == nil, text.contains(0x0A) else { return nil }
        let blanks = [UInt8](repeating: 0x20, count: isEvent ? EventLines.numberWidth + 2 : 0)
        let lines = text.split(separator: 0x0A)
        return Array(head) + Array(lines.joined(separator: [0x0A] + blanks))
    }
}
