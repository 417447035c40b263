import InspectorCanvas

/// The characters with a meaning on the screen, in Unicode or ASCII.
///
/// Each is one column wide.
package struct Glyphs: Hashable {
    // Rows of the task list.
    package let queued: DisplayText
    package let running: DisplayText
    package let waiting: DisplayText
    package let succeeded: DisplayText
    package let refused: DisplayText
    package let failed: DisplayText
    package let cancelled: DisplayText

    /// Marks the selected row.
    package let pointer: DisplayText
    /// Replaces text that was cut off.
    package let ellipsis: DisplayText
    /// Means that there is nothing to show.
    package let none: DisplayText
    package let dot: DisplayText
    package let horizontal: DisplayText
    package let vertical: DisplayText
    /// The corners of a box: top left, top right, bottom left, bottom right.
    package let corners: [DisplayText]
    /// The branches to an item, and to the last item.
    package let branch: DisplayText
    package let lastBranch: DisplayText
    /// A closed and an open folder.
    package let folded: DisplayText
    package let unfolded: DisplayText
    /// The bars from lowest to highest.
    package let ramp: DisplayText
    package let timeline: Timeline

    /// One letter for each activity of a task.
    package struct Timeline: Hashable {
        /// Queue, name resolution, connecting.
        package let connecting: DisplayText
        package let tls: DisplayText
        package let sending: DisplayText
        /// Waiting for the first byte.
        package let awaiting: DisplayText
        package let receiving: DisplayText
        /// Waiting between attempts.
        package let pause: DisplayText
        /// A future wait.
        package let planned: DisplayText
        package let mock: DisplayText
        // Results: a task ended with a response, an attempt or task failed, a task was cancelled.
        package let answered: DisplayText
        package let failed: DisplayText
        package let cancelled: DisplayText
        /// An omitted time without activity.
        package let cut: DisplayText
    }

    package static let unicode = Glyphs(
        queued: "q", running: ">", waiting: "~", succeeded: "✓", refused: "!", failed: "✗", cancelled: "c",
        pointer: "▸", ellipsis: "…", none: "–", dot: "·", horizontal: "─", vertical: "│",
        corners: ["╭", "╮", "╰", "╯"], branch: "├", lastBranch: "└", folded: "▹", unfolded: "▾",
        ramp: "▁▂▃▄▅▆▇█",
        timeline: Timeline(
            connecting: "╌", tls: "═", sending: "▸", awaiting: "─", receiving: "━", pause: "·", planned: ":",
            mock: "▒", answered: "■", failed: "✗", cancelled: "□", cut: "┆"))

    package static let ascii = Glyphs(
        queued: "q", running: "r", waiting: "w", succeeded: "o", refused: "!", failed: "x", cancelled: "c",
        pointer: ">", ellipsis: "~", none: "-", dot: ".", horizontal: "-", vertical: "|",
        corners: ["+", "+", "+", "+"], branch: "|", lastBranch: "`", folded: "+", unfolded: "-", ramp: ".:|#",
        timeline: Timeline(
            connecting: "-", tls: "=", sending: ">", awaiting: "_", receiving: "#", pause: ".", planned: ":",
            mock: "m", answered: "o", failed: "x", cancelled: "c", cut: "|"))
}

extension Glyphs {
    private var isASCII: Bool { self == .ascii }

    /// Separates a route from its answer.
    package var arrow: DisplayText { isASCII ? "->" : "→" }

    /// Marks the chosen item.
    package var bullet: DisplayText { isASCII ? "*" : "●" }

    /// Replaces a secret of any length.
    package var mask: String { isASCII ? "****" : "••••" }

    /// Marks a value slower than usual.
    package var slow: DisplayText { isASCII ? "^" : "▴" }

    /// The left edge of a bar.
    package var edge: DisplayText { isASCII ? "|" : "▏" }
}
