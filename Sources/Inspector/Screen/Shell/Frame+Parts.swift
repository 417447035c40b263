import InspectorCanvas
import InspectorValues

extension Frame {
    mutating func clear(_ rect: Rect) {
        fill(rect, with: " ")
        link(rect, .nothing)
    }

    /// Draws the line above a pane: `── TASKS ──────── following ──`.
    mutating func title(
        _ text: DisplayText, right: DisplayText = "", in rect: Rect, glyphs: Glyphs, isFocused: Bool
    ) {
        guard rect.height > 0 else { return }
        fill(rect.row(0), with: glyphs.horizontal, style: isFocused ? .accent : .border)
        var room = max(0, rect.width - 6)
        // The title comes first: what stands at the right leaves it enough to be known by.
        let hasRight = !right.isEmpty && right.width + 2 + min(text.width, 12) <= room
        if hasRight { room -= right.width + 2 }
        let shown = text.truncated(to: room, ellipsis: glyphs.ellipsis)
        let style = isFocused ? Style.accent.bold : Style.muted
        put(" \(shown) ", at: rect.point(x: 2), style: style, width: rect.width - 2)
        guard hasRight else { return }
        put(" \(right) ", at: rect.point(x: rect.width - right.width - 4), style: .muted)
    }

    /// Draws the title of a part of the screen and returns the room below it.
    mutating func section(
        _ text: DisplayText, right: DisplayText = "", in rect: Rect, glyphs: Glyphs, isFocused: Bool = true
    ) -> Rect {
        let (line, rest) = rect.splitTop(1)
        title(text, right: right, in: line, glyphs: glyphs, isFocused: isFocused)
        return rest
    }

    /// Draws a box with rounded corners and clears what lies in it.
    mutating func box(_ rect: Rect, glyphs: Glyphs) {
        clear(rect)
        guard rect.width >= 2, rect.height >= 2 else { return }
        let (right, bottom) = (rect.width - 1, rect.height - 1)
        for y in [0, bottom] { fill(rect.row(y), with: glyphs.horizontal, style: .border) }
        for y in 1..<max(1, bottom) {
            put(glyphs.vertical, at: rect.point(y: y), style: .border)
            put(glyphs.vertical, at: rect.point(x: right, y: y), style: .border)
        }
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)]
        for (corner, place) in zip(glyphs.corners, corners) {
            put(corner, at: rect.point(x: place.0, y: place.1), style: .border)
        }
    }

    /// Shows that a line is the selected one; only where its list has the keys does it stand out.
    mutating func select(_ line: Rect, glyphs: Glyphs, isFocused: Bool = true) {
        put(glyphs.pointer, at: line.origin, style: .accent.bold)
        if isFocused { highlight(line) }
    }

    /// Says what can be done in a place with nothing to show: the first sentence what there is, the others what to do.
    mutating func advise(_ sentences: [String], in rect: Rect) {
        let lines = sentences.enumerated().flatMap { index, sentence in
            DisplayText.words(of: sentence, wrappedTo: max(10, min(rect.width - 4, 72)))
                .map { StyledText($0, index == 0 ? .plain : .muted) }
        }
        let top = max(0, min(2, rect.height - lines.count))
        for (row, line) in lines.enumerated() where top + row < rect.height {
            put(line, at: rect.point(x: 2, y: top + row), width: rect.width - 3)
        }
    }

    /// Draws a line of styled text, cut with an ellipsis where it is too long.
    mutating func line(_ text: StyledText, at point: Point, width: Int, glyphs: Glyphs) {
        put(text.truncated(to: width, ellipsis: glyphs.ellipsis), at: point, width: width)
    }
}
