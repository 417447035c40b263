import InspectorCanvas

/// The characters that carry meaning on the screen, in Unicode or in ASCII; each fills one column.
struct Glyphs: Hashable {
    // Rows of the task list.
    let queued: DisplayText
    let running: DisplayText
    let waiting: DisplayText
    let succeeded: DisplayText
    /// A status of 4xx.
    let refused: DisplayText
    let failed: DisplayText
    let cancelled: DisplayText

    /// Marks the selected row.
    let pointer: DisplayText
    /// Stands for text that was cut off.
    let ellipsis: DisplayText
    /// Stands for "nothing to show here".
    let none: DisplayText
    let dot: DisplayText
    let horizontal: DisplayText
    let vertical: DisplayText
    /// Shows a bar from the lowest to the highest.
    let ramp: DisplayText
    let timeline: Timeline

    /// One letter for each thing a task spends time on.
    struct Timeline: Hashable {
        /// Queue, name resolution, connecting.
        let connecting: DisplayText
        let tls: DisplayText
        let sending: DisplayText
        /// Waiting for the first byte.
        let awaiting: DisplayText
        let receiving: DisplayText
        /// Waited between attempts.
        let pause: DisplayText
        /// A wait that lies ahead.
        let planned: DisplayText
        let failed: DisplayText
        let mock: DisplayText
    }

    static let unicode = Glyphs(
        queued: "q", running: ">", waiting: "~", succeeded: "✓", refused: "!", failed: "✗", cancelled: "c",
        pointer: "▸", ellipsis: "…", none: "–", dot: "·", horizontal: "─", vertical: "│", ramp: "▁▂▃▄▅▆▇█",
        timeline: Timeline(
            connecting: "╌", tls: "═", sending: "▸", awaiting: "▁", receiving: "█", pause: "·", planned: ":",
            failed: "✗", mock: "▌"))

    static let ascii = Glyphs(
        queued: "q", running: ">", waiting: "~", succeeded: "+", refused: "!", failed: "x", cancelled: "c",
        pointer: ">", ellipsis: "~", none: "-", dot: ".", horizontal: "-", vertical: "|", ramp: ".:|#",
        timeline: Timeline(
            connecting: "-", tls: "=", sending: ">", awaiting: "_", receiving: "#", pause: ".", planned: ":",
            failed: "x", mock: "m"))
}
