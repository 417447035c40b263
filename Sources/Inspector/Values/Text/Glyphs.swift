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
    }

    package static let unicode = Glyphs(
        queued: "q", running: ">", waiting: "~", succeeded: "✓", refused: "!", failed: "✗", cancelled: "c",
        pointer: "▸", ellipsis: "…", none: "–", dot: "·", horizontal: "─", vertical: "│", ramp: "▁▂▃▄▅▆▇█",
        timeline: Timeline(
            connecting: "╌", tls: "═", sending: "▸", awaiting: "▁", receiving: "█", pause: "·", planned: ":",
            failed: "✗", mock: "▌"))

    package static let ascii = Glyphs(
        queued: "q", running: ">", waiting: "~", succeeded: "+", refused: "!", failed: "x", cancelled: "c",
        pointer: ">", ellipsis: "~", none: "-", dot: ".", horizontal: "-", vertical: "|", ramp: ".:|#",
        timeline: Timeline(
            connecting: "-", tls: "=", sending: ">", awaiting: "_", receiving: "#", pause: ".", planned: ":",
            failed: "x", mock: "m"))
}

extension Glyphs {
    private var isASCII: Bool { self == .ascii }

    /// Stands between a route and what answers it.
    package var arrow: DisplayText { isASCII ? "->" : "→" }

    /// Marks the one that is chosen.
    package var bullet: DisplayText { isASCII ? "*" : "●" }

    /// Stands for a secret, however long it is.
    package var mask: String { isASCII ? "****" : "••••" }

    /// The left edge of a bar.
    package var edge: DisplayText { isASCII ? "|" : "▏" }
}
