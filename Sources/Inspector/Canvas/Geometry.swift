/// A cell: `x` columns from the left, `y` rows from the top, both from 0.
package struct Point: Hashable, Sendable {
    package var x: Int
    package var y: Int

    /// Creates a point.
    ///
    /// It may lie outside every frame, because drawing clips.
    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// The size of an area in cells; never negative.
package struct Size: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// Creates a size; negative lengths become 0.
    package init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }
}

/// A rectangle of cells.
///
/// An empty rectangle has no columns or no rows.
package struct Rect: Hashable, Sendable {
    package let origin: Point
    package let size: Size

    package init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Creates a rectangle from plain numbers; negative lengths become 0.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    package var width: Int { size.width }
    package var height: Int { size.height }
    package var columns: Range<Int> { origin.x..<origin.x + width }
    package var rows: Range<Int> { origin.y..<origin.y + height }
    package var isEmpty: Bool { width == 0 || height == 0 }

    package func contains(_ point: Point) -> Bool {
        columns.contains(point.x) && rows.contains(point.y)
    }

    package func point(x: Int = 0, y: Int = 0) -> Point {
        Point(x: origin.x + x, y: origin.y + y)
    }

    /// Returns one row of the rectangle, counted from its top.
    ///
    /// The result is empty if the row does not exist.
    package func row(_ index: Int) -> Rect {
        let exists = index >= 0 && index < height
        return Rect(x: origin.x, y: origin.y + index, width: width, height: exists ? 1 : 0)
    }

    package func intersection(_ other: Rect) -> Rect {
        let columns = columns.clamped(to: other.columns)
        let rows = rows.clamped(to: other.rows)
        return Rect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Cuts off up to `count` rows at the top.
    package func splitTop(_ count: Int) -> (top: Rect, rest: Rect) {
        let cut = min(max(0, count), height)
        return (
            Rect(x: origin.x, y: origin.y, width: width, height: cut),
            Rect(x: origin.x, y: origin.y + cut, width: width, height: height - cut)
        )
    }

    /// Cuts off up to `count` rows at the bottom.
    package func splitBottom(_ count: Int) -> (rest: Rect, bottom: Rect) {
        let (rest, bottom) = splitTop(height - min(max(0, count), height))
        return (rest, bottom)
    }

    /// Cuts off up to `count` columns at the left.
    package func splitLeft(_ count: Int) -> (left: Rect, rest: Rect) {
        let cut = min(max(0, count), width)
        return (
            Rect(x: origin.x, y: origin.y, width: cut, height: height),
            Rect(x: origin.x + cut, y: origin.y, width: width - cut, height: height)
        )
    }

    package func inset(horizontally: Int = 0, vertically: Int = 0) -> Rect {
        let dx = min(max(0, horizontally), width / 2)
        let dy = min(max(0, vertically), height / 2)
        return Rect(x: origin.x + dx, y: origin.y + dy, width: width - 2 * dx, height: height - 2 * dy)
    }

    package func centered(_ size: Size) -> Rect {
        let width = min(size.width, width)
        let height = min(size.height, height)
        let x = origin.x + (self.width - width) / 2
        let y = origin.y + (self.height - height) / 2
        return Rect(x: x, y: y, width: width, height: height)
    }
}
