/// Names one cell: `x` columns from the left, `y` rows from the top, both from 0.
public struct Point: Hashable, Sendable {
    /// Counts columns from the left.
    public var x: Int
    /// Counts rows from the top.
    public var y: Int

    /// Creates a point, possibly outside every frame: drawing clips.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// Measures an area in cells; never negative.
public struct Size: Hashable, Sendable {
    /// Counts columns.
    public let width: Int
    /// Counts rows.
    public let height: Int

    /// Creates a size; negative lengths become 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }
}

/// Describes a rectangle of cells; an empty one has no columns or no rows.
public struct Rect: Hashable, Sendable {
    /// Names the top left cell.
    public let origin: Point
    /// Measures the rectangle.
    public let size: Size

    /// Creates a rectangle from its corner and size.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle from plain numbers; negative lengths become 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// Counts columns.
    public var width: Int { size.width }
    /// Counts rows.
    public var height: Int { size.height }
    /// Lists the columns.
    public var columns: Range<Int> { origin.x..<origin.x + width }
    /// Lists the rows.
    public var rows: Range<Int> { origin.y..<origin.y + height }
    /// Whether there is no cell inside.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Returns whether a cell lies inside.
    public func contains(_ point: Point) -> Bool {
        columns.contains(point.x) && rows.contains(point.y)
    }

    /// Returns the point `x` columns and `y` rows from the top left corner.
    public func point(x: Int = 0, y: Int = 0) -> Point {
        Point(x: origin.x + x, y: origin.y + y)
    }

    /// Returns one row of the rectangle, counted from its top; empty when there is no such row.
    public func row(_ index: Int) -> Rect {
        let exists = index >= 0 && index < height
        return Rect(x: origin.x, y: origin.y + index, width: width, height: exists ? 1 : 0)
    }

    /// Returns the part that both rectangles share.
    public func intersection(_ other: Rect) -> Rect {
        let columns = columns.clamped(to: other.columns)
        let rows = rows.clamped(to: other.rows)
        return Rect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}

// MARK: - Splitting

extension Rect {
    /// Cuts off up to `count` rows at the top.
    public func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
        let cut = min(max(0, count), height)
        return (
            Rect(x: origin.x, y: origin.y, width: width, height: cut),
            Rect(x: origin.x, y: origin.y + cut, width: width, height: height - cut)
        )
    }

    /// Cuts off up to `count` rows at the bottom.
    public func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
        let (rest, bottom) = splitTop(height - min(max(0, count), height))
        return (rest, bottom)
    }

    /// Cuts off up to `count` columns at the left.
    public func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
        let cut = min(max(0, count), width)
        return (
            Rect(x: origin.x, y: origin.y, width: cut, height: height),
            Rect(x: origin.x + cut, y: origin.y, width: width - cut, height: height)
        )
    }

    /// Cuts off up to `count` columns at the right.
    public func splitRight(_ count: Int) -> (rest: Rect, right: Rect) {
        let (rest, right) = splitLeft(width - min(max(0, count), width))
        return (rest, right)
    }

    /// Returns the rectangle without a margin on each side.
    public func inset(horizontally: Int = 0, vertically: Int = 0) -> Rect {
        let dx = min(max(0, horizontally), width / 2)
        let dy = min(max(0, vertically), height / 2)
        return Rect(x: origin.x + dx, y: origin.y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    /// Returns a rectangle of at most `size` in the middle of this one, as an overlay uses it.
    public func centered(_ size: Size) -> Rect {
        let width = min(size.width, width)
        let height = min(size.height, height)
        let x = origin.x + (self.width - width) / 2
        let y = origin.y + (self.height - height) / 2
        return Rect(x: x, y: y, width: width, height: height)
    }
}
