/// One line being typed, with a cursor.
package struct TextField: Hashable, Sendable {
    private var buffer: EditBuffer

    /// Creates a field with the cursor at the end.
    package init(_ text: String = "") {
        buffer = EditBuffer(text, cursor: text.count)
    }

    /// Creates a field whose text is selected, so that typing replaces it.
    package init(selecting text: String) {
        self.init(text)
        buffer.move(to: 0)
        buffer.move(to: buffer.count, selecting: true)
    }

    /// The typed text, unsanitised.
    ///
    /// Drawing sanitises it.
    package var text: String { buffer.text }

    /// The number of characters before the cursor.
    package var cursor: Int { buffer.cursor }

    /// Replaces the selection, or `before` characters before the cursor and `after` characters after it.
    package mutating func insert(_ string: String, replacing before: Int, _ after: Int) {
        buffer.insert(string, replacing: before, after)
    }

    /// The parts of the line before and after the cursor.
    package var lineAroundCursor: (before: String, after: String) { buffer.lineAroundCursor }

    /// Selects everything, so that the next typed text replaces it.
    package mutating func selectAll() { buffer.selectAll() }

    /// Applies a key with the meaning that it has in readline.
    ///
    /// Returns `false` for keys without meaning here, such as Escape or Enter. Newlines in pasted text become
    /// blanks. Cut text is stored in `clipboard`, where Ctrl-Y finds it.
    package mutating func apply(_ key: Key, clipboard: inout String) -> Bool {
        switch key {
        case .paste(let paste): buffer.insert(String(paste.text.map { $0.isNewline ? " " : $0 }))
        case .up, .down, .shift(.up), .shift(.down): return false
        default: return buffer.apply(key, clipboard: &clipboard)
        }
        return true
    }

    /// Returns a field with every character replaced by `mask`, and the same cursor and selection.
    package func masked(by mask: Character) -> TextField {
        var field = TextField(String(repeating: mask, count: buffer.count))
        if let anchor = buffer.anchor { field.buffer.move(to: anchor) }
        field.buffer.move(to: cursor, selecting: buffer.anchor != nil)
        return field
    }
}

// MARK: - Drawing

extension TextField {
    /// Draws the part around the cursor in `width` columns and places the frame's cursor.
    package func draw(into frame: inout Frame, at point: Point, width: Int, style: Style = .plain) {
        buffer.draw(0..<buffer.count, into: &frame, at: point, width: width, style: style)
    }
}

extension EditBuffer {
    /// Draws a line, or the part of it around the cursor, with the selection in it.
    func draw(_ line: Range<Int>, into frame: inout Frame, at point: Point, width: Int, style: Style) {
        guard width > 0 else { return }
        let hasCursor = line.contains(cursor) || line.upperBound == cursor
        let column = { self.width(of: characters[line.lowerBound..<$0]) }
        let offset = hasCursor ? Self.offset(cursor: column(cursor), width: width) : 0
        let text = String(characters[line])
        let part = DisplayText(untrusted: text.utf8, columns: offset..<offset + width)
        frame.put(part.padded(to: width), at: point, style: style)
        let selected = selection.clamped(to: line)
        if !selected.isEmpty {
            let columns = (column(selected.lowerBound)..<column(selected.upperBound))
                .clamped(to: offset..<offset + width)
            let marked = DisplayText(untrusted: text.utf8, columns: columns)
            let start = Point(x: point.x + columns.lowerBound - offset, y: point.y)
            frame.put(marked, at: start, style: style.adding(.reverse))
        }
        if hasCursor { frame.cursor = Point(x: point.x + column(cursor) - offset, y: point.y) }
    }

    private func width(of characters: ArraySlice<Character>) -> Int {
        DisplayText(untrusted: String(characters)).width
    }

    /// Returns the scroll offset in steps of half a field, so that the text rarely moves with the cursor.
    private static func offset(cursor: Int, width: Int) -> Int {
        guard cursor >= width else { return 0 }
        let step = max(1, width / 2)
        return (cursor - width + step) / step * step
    }
}
