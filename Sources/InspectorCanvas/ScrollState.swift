/// Keeps a selection and a window over a list, such that the selection is always visible.
public struct ScrollState: Hashable, Sendable {
    /// Counts the rows of the list.
    public private(set) var count = 0
    /// Counts the rows that fit on the screen.
    public private(set) var height = 0
    /// Numbers the first visible row.
    public private(set) var offset = 0
    /// Numbers the selected row; 0 in an empty list.
    public private(set) var selection = 0

    /// Creates a window at the top of a list.
    public init(count: Int = 0, height: Int = 0) {
        resize(count: count, height: height)
    }

    /// Lists the rows to draw.
    public var visible: Range<Int> { offset..<min(count, offset + height) }

    /// Whether the last row is selected, as following the newest row wants it.
    public var isAtEnd: Bool { selection >= count - 1 }

    /// Takes over a new length of the list or the screen and moves only as far as needed.
    public mutating func resize(count: Int? = nil, height: Int? = nil) {
        self.count = max(0, count ?? self.count)
        self.height = max(0, height ?? self.height)
        select(selection)
    }

    /// Selects a row, clamped to the list, and scrolls it into view.
    public mutating func select(_ row: Int) {
        selection = max(0, min(row, count - 1))
        offset = max(0, min(offset, count - height))
        if height > 0 { offset = min(max(offset, selection - height + 1), selection) }
    }

    /// Moves the selection down, or up when negative.
    public mutating func move(by rows: Int) {
        select(selection + min(max(rows, -count), count))
    }

    /// Moves the selection and the window by screenfuls, keeping one row of overlap.
    public mutating func page(by pages: Int) {
        let rows = max(1, height - 1) * min(max(pages, -count), count)
        offset += rows
        select(selection + rows)
    }

    /// Selects the first row.
    public mutating func moveToStart() { select(0) }

    /// Selects the last row.
    public mutating func moveToEnd() { select(count - 1) }

    /// Moves only the window, as the wheel does; the selection follows at the edges.
    public mutating func scroll(by rows: Int) {
        offset = max(0, min(offset + min(max(rows, -count), count), count - height))
        select(min(max(selection, offset), offset + max(0, height - 1)))
    }
}
