extension Frame {
    /// A part of the screen that does something when it is clicked.
    package struct Link: Hashable, Sendable {
        package enum Click: Hashable, Sendable {
            /// Presses keys, one after the other.
            case keys([Key])
            /// Selects a line of the list that has the keys; does what Enter does where it is selected already.
            case line(Int)
            /// Takes a notice away.
            case dismissal
            /// Nothing: it covers what lies below.
            case nothing
        }

        package let rect: Rect
        package let click: Click
    }

    /// Returns what a click does; nil where nothing has been said about the place.
    package func click(at point: Point) -> Link.Click? {
        links.last { $0.rect.contains(point) }?.click
    }
}
