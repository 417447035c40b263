package struct ScrollState: Hashable, Sendable {
    package private(set) var count = 0
    /// The number of rows that fit on the screen.
    package private(set) var height = 0
    package private(set) var offset = 0
    /// The selected row, or 0 in an empty list.
    package private(set) var selection = 0

    package init(count: Int = 0, height: Int = 0) {
        resize(count: count, height: height)
    }

    package var visible: Range<Int> { offset..<min(count, offset + height) }

    package mutating func resize(count: Int? = nil, height: Int? = nil) {
        self.count = max(0, count ?? self.count)
        self.height = max(0, height ?? self.height)
        select(selection)
    }

    /// Selects a row, clamped to the list, and scrolls it into view.
    package mutating func select(_ row: Int) {
        selection = max(0, min(row, count - 1))
        offset = max(0, min(offset, count - height))
        if height > 0 { offset = min(max(offset, selection - height + 1), selection) }
    }

    package mutating func move(by rows: Int) {
        select(selection + min(max(rows, -count), count))
    }

    /// Moves the selection and the window by screenfuls, keeping one row of overlap.
    package mutating func page(by pages: Int) {
        let rows = max(1, height - 1) * min(max(pages, -count), count)
        offset += rows
        select(selection + rows)
    }

    package mutating func moveToStart() { select(0) }

    package mutating func moveToEnd() { select(count - 1) }

    /// Scrolls the window without the selection, as the wheel does.
    ///
    /// At the edges, the selection follows.
    package mutating func scroll(by rows: Int) {
        offset = max(0, min(offset + min(max(rows, -count), count), count - height))
        select(min(max(selection, offset), offset + max(0, height - 1)))
    }
}
