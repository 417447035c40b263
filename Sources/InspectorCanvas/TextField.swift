package struct TextField: Hashable, Sendable {
    /// The text, which may hold anything; drawing sanitises it.
    package private(set) var text: String
    /// The number of characters before the cursor.
    package private(set) var cursor: Int

    package init(_ text: String = "") {
        self.text = text
        cursor = text.count
    }

    package mutating func replace(with text: String) {
        self = TextField(text)
    }

    package mutating func insert(_ string: String) {
        let head = text.prefix(cursor) + string
        text = String(head + text.dropFirst(cursor))
        cursor = min(head.count, text.count)  // A combining mark may have merged with its neighbour.
    }

    package mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        deleteForward()
    }

    package mutating func deleteForward() {
        text = String(text.prefix(cursor) + text.dropFirst(cursor + 1))
        cursor = min(cursor, text.count)
    }

    /// Moves the cursor right, or left when negative.
    package mutating func move(by characters: Int) {
        cursor = max(0, min(cursor + characters, text.count))
    }

    package mutating func moveToStart() { cursor = 0 }

    package mutating func moveToEnd() { cursor = text.count }

    /// Does what a key means in a field; returns false for keys that mean nothing here, such as Escape or Enter.
    ///
    /// Newlines in pasted text become blanks.
    package mutating func apply(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let paste): insert(String(paste.text.map { $0.isNewline ? " " : $0 }))
        case .backspace: deleteBackward()
        case .delete: deleteForward()
        case .left: move(by: -1)
        case .right: move(by: 1)
        case .home: moveToStart()
        case .end: moveToEnd()
        default: return false
        }
        return true
    }

    /// Draws the part around the cursor in `width` columns and places the frame's cursor.
    package func draw(into frame: inout Frame, at point: Point, width: Int, style: Style = .plain) {
        guard width > 0 else { return }
        let column = DisplayText(untrusted: text.prefix(cursor)).width
        let offset = Self.offset(cursor: column, width: width)
        let part = DisplayText(untrusted: text.utf8, columns: offset..<offset + width)
        frame.put(part.padded(to: width), at: point, style: style)
        frame.cursor = Point(x: point.x + column - offset, y: point.y)
    }

    /// Scrolls by half a field at a time, so that the text stands still while the cursor moves.
    private static func offset(cursor: Int, width: Int) -> Int {
        guard cursor >= width else { return 0 }
        let step = max(1, width / 2)
        return (cursor - width + step) / step * step
    }
}
