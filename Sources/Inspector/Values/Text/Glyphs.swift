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
        package let failed: DisplayText
        package let mock: DisplayText
        /// Time that was cut out because nothing was under way.
        package let cut: DisplayText
        /// Halves of a cell, and what two of them make: the left half of awaiting, its right half, both of receiving,
        /// awaiting before receiving, and receiving before awaiting.
        package let halves: [DisplayText]
    }

    package static let unicode = Glyphs(
        queued: "q", running: ">", waiting: "~", succeeded: "✓", refused: "!", failed: "✗", cancelled: "c",
        pointer: "▸", ellipsis: "…", none: "–", dot: "·", horizontal: "─", vertical: "│",
        corners: ["╭", "╮", "╰", "╯"], branch: "├", lastBranch: "└", folded: "▸", unfolded: "▾",
        ramp: "▁▂▃▄▅▆▇█",
        timeline: Timeline(
            connecting: "╌", tls: "═", sending: "▸", awaiting: "─", receiving: "━", pause: "·", planned: ":",
            failed: "✗", mock: "▌", cut: "┆", halves: ["╴", "╶", "╸", "╺", "╼", "╾"]))

    package static let ascii = Glyphs(
        queued: "q", running: "r", waiting: "w", succeeded: "o", refused: "!", failed: "x", cancelled: "c",
        pointer: ">", ellipsis: "~", none: "-", dot: ".", horizontal: "-", vertical: "|",
        corners: ["+", "+", "+", "+"], branch: "|", lastBranch: "`", folded: "+", unfolded: "-", ramp: ".:|#",
        timeline: Timeline(
            connecting: "-", tls: "=", sending: ">", awaiting: "_", receiving: "#", pause: ".", planned: ":",
            failed: "x", mock: "m", cut: "|", halves: ["_", "_", "#", "#", "#", "#"]))
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
