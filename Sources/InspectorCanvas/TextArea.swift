package struct TextArea: Hashable, Sendable {
    private var lines: [TextField]
    /// The line with the cursor.
    package private(set) var row = 0

    /// Creates an area with the cursor at the start.
    package init(_ text: String = "") {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            TextField(String($0))
        }
        lines[0].moveToStart()
    }

    package var text: String { lines.map(\.text).joined(separator: "\n") }

    package var count: Int { lines.count }

    /// The number of characters before the cursor in its line.
    package var column: Int { lines[row].cursor }

    package mutating func insert(_ string: String) {
        let pieces = string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, piece) in pieces.enumerated() {
            if index > 0 { breakLine() }
            lines[row].insert(String(piece))
        }
    }

    package mutating func apply(_ key: Key) -> Bool {
        switch key {
        case .enter: breakLine()
        case .paste(let paste): insert(paste.text)
        case .up: move(to: row - 1)
        case .down: move(to: row + 1)
        case .backspace where column == 0: joinWithLineBefore()
        case .delete where column == lines[row].text.count: joinWithLineAfter()
        case .left where column == 0 && row > 0:
            row -= 1
            lines[row].moveToEnd()
        case .right where column == lines[row].text.count && row + 1 < count:
            row += 1
            lines[row].moveToStart()
        default: return lines[row].apply(key)
        }
        return true
    }

    private mutating func breakLine() {
        let text = lines[row].text
        var rest = TextField(String(text.dropFirst(column)))
        rest.moveToStart()
        lines[row].replace(with: String(text.prefix(column)))
        row += 1
        lines.insert(rest, at: row)
    }

    private mutating func joinWithLineBefore() {
        guard row > 0 else { return }
        row -= 1
        lines[row].moveToEnd()
        joinWithLineAfter()
    }

    private mutating func joinWithLineAfter() {
        guard row + 1 < count else { return }
        let column = column
        lines[row].replace(with: lines[row].text + lines.remove(at: row + 1).text)
        lines[row].moveToStart()
        lines[row].move(by: column)
    }

    private mutating func move(to wanted: Int) {
        guard lines.indices.contains(wanted) else { return }
        let column = column
        row = wanted
        lines[row].moveToStart()
        lines[row].move(by: column)
    }

    /// Draws the lines around the cursor and places the frame's cursor.
    package func draw(into frame: inout Frame, in rect: Rect, style: Style = .plain) {
        guard !rect.isEmpty else { return }
        let offset = max(0, row - rect.height + 1)
        for (index, line) in lines.dropFirst(offset).prefix(rect.height).enumerated() {
            let point = rect.point(y: index)
            if offset + index == row {
                line.draw(into: &frame, at: point, width: rect.width, style: style)
            } else {
                let text = DisplayText(untrusted: line.text.utf8, columns: 0..<rect.width)
                frame.put(text.padded(to: rect.width), at: point, style: style)
            }
        }
    }
}
