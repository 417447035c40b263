/// Several lines being typed, with a cursor.
package struct TextArea: Hashable, Sendable {
    private var buffer: EditBuffer

    /// Creates an area with the cursor at the start.
    package init(_ text: String = "") {
        buffer = EditBuffer(Self.withLineFeeds(text), cursor: 0)
    }

    /// The whole text.
    ///
    /// LF separates lines.
    package var text: String { buffer.text }

    /// Inserts text at the cursor or in place of the selection.
    ///
    /// The text may contain several lines.
    package mutating func insert(_ string: String) { buffer.insert(Self.withLineFeeds(string)) }

    /// Replaces the selection, or `before` characters before the cursor and `after` characters after it.
    package mutating func insert(_ string: String, replacing before: Int, _ after: Int) {
        buffer.insert(string, replacing: before, after)
    }

    /// The parts of the cursor's line before and after the cursor.
    package var lineAroundCursor: (before: String, after: String) { buffer.lineAroundCursor }

    private static func withLineFeeds(_ text: String) -> String {
        String(text.map { $0.isNewline ? "\n" : $0 })
    }

    /// Applies a key with the meaning that it has in readline.
    ///
    /// Returns `false` for keys without meaning here, such as Escape. Cut text is stored in `clipboard`, where
    /// Ctrl-Y finds it.
    package mutating func apply(_ key: Key, clipboard: inout String) -> Bool {
        switch key {
        case .enter: insert("\n")
        case .paste(let paste): insert(paste.text)
        case .control("p"): return buffer.apply(.up, clipboard: &clipboard)
        case .control("n"): return buffer.apply(.down, clipboard: &clipboard)
        default: return buffer.apply(key, clipboard: &clipboard)
        }
        return true
    }
}

// MARK: - Drawing

extension TextArea {
    /// Draws the lines around the cursor and places the frame's cursor.
    package func draw(into frame: inout Frame, in rect: Rect, style: Style = .plain) {
        guard !rect.isEmpty else { return }
        var start = buffer.lineStart(of: buffer.cursor)
        var rows = 1
        while rows < rect.height, start > 0 {
            start = buffer.lineStart(of: start - 1)
            rows += 1
        }
        for row in 0..<rect.height {
            let end = buffer.lineEnd(of: start)
            buffer.draw(start..<end, into: &frame, at: rect.point(y: row), width: rect.width, style: style)
            guard end < buffer.count else { break }
            start = end + 1
        }
    }
}
