import InspectorCanvas

/// The characters that carry meaning on the screen, in Unicode or in ASCII; each fills one column.
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
    /// Stands for text that was cut off.
    package let ellipsis: DisplayText
    /// Stands for "nothing to show here".
    package let none: DisplayText
    package let dot: DisplayText
    package let horizontal: DisplayText
    package let vertical: DisplayText
    /// The corners of a box: top left, top right, bottom left, bottom right.
    package let corners: [DisplayText]
    /// The lines below an item, and below the last one.
    package let branch: DisplayText
    package let lastBranch: DisplayText
    /// A folder that is closed, and one that is open.
    package let folded: DisplayText
    package let unfolded: DisplayText
    /// Shows a bar from the lowest to the highest.
    package let ramp: DisplayText
    package let timeline: Timeline

    /// One letter for each thing a task spends time on.
    package struct Timeline: Hashable {
        /// Queue, name resolution, connecting.
        package let connecting: DisplayText
        package let tls: DisplayText
        package let sending: DisplayText
        /// Waiting for the first byte.
        package let awaiting: DisplayText
        package let receiving: DisplayText
        /// Waited between attempts.
        package let pause: DisplayText
        /// A wait that lies ahead.
        package let planned: DisplayText
        package let mock: DisplayText
        // Results: a task ended with an answer, an attempt or a task failed, a task was cancelled.
        package let answered: DisplayText
        package let failed: DisplayText
        package let cancelled: DisplayText
        /// Time that was cut out because nothing was under way.
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

    /// Stands between a route and what answers it.
    package var arrow: DisplayText { isASCII ? "->" : "→" }

    /// Marks the one that is chosen.
    package var bullet: DisplayText { isASCII ? "*" : "●" }

    /// Stands for a secret, however long it is.
    package var mask: String { isASCII ? "****" : "••••" }

    /// Marks what was slower than usual.
    package var slow: DisplayText { isASCII ? "^" : "▴" }

    /// The left edge of a bar.
    package var edge: DisplayText { isASCII ? "|" : "▏" }
}
