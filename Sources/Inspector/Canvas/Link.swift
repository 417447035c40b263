extension Frame {
    /// A clickable area of the screen.
    package struct Link: Hashable, Sendable {
        package enum Click: Hashable, Sendable {
            /// Presses keys in order.
            case keys([Key])
            /// Selects a line of the focused list.
            ///
            /// If the line is already selected, acts like Enter.
            case line(Int)
            /// Dismisses a notice.
            case dismissal
            /// Does nothing, and covers the areas below it.
            case nothing
        }

        package let rect: Rect
        package let click: Click
    }

    /// Returns the action of a click, or `nil` if no area contains the point.
    package func click(at point: Point) -> Link.Click? {
        links.last { $0.rect.contains(point) }?.click
    }
}
