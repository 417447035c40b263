import ClientEngine
import InspectorCanvas
import InspectorValues

/// The line at the end of a terminal that says what is under way, and is written over by the next one.
struct ProgressLine {
    /// Writes to the terminal.
    let write: (String) -> Void
    var paint = Paint()
    var columns = 80
    private var shown = (text: "", at: Instant?.none)

    init(paint: Paint = Paint(), columns: Int = 80, write: @escaping (String) -> Void) {
        self.write = write
        self.paint = paint
        self.columns = columns
    }

    /// Creates the line on standard error; nil where nobody would see it there.
    init?(_ color: Paint.Choice) {
        guard StandardStream.error.isTerminal else { return nil }
        self.init(paint: StandardStream.error.paint(color), columns: StandardStream.error.columns ?? 80) {
            StandardStream.error.write($0)
        }
    }

    /// Shows what a task that has this name does now: `3/12 GET orders: receiving 1.2 MB of 3 MB, 40 %`.
    mutating func show(_ record: TaskRecord, as name: DisplayText, glyphs: Glyphs, now: Instant) {
        // Figures that change faster than ten times a second cannot be read.
        guard shown.at.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
        let state = record.progressText(now: now)
        // What it does now stands where it can be seen, however long the name is.
        let room = max(12, columns - 3 - DisplayText(untrusted: state).width)
        let line =
            StyledText(name.truncated(to: room, ellipsis: glyphs.ellipsis))
            + StyledText(": \(untrusted: state)", .muted)
        let next = paint(line.truncated(to: columns - 1, ellipsis: glyphs.ellipsis))
        guard next != shown.text else { return }
        write((shown.text.isEmpty ? "" : Self.clearLine) + next)
        shown = (next, now)
    }

    /// Makes room for other lines.
    mutating func clear() {
        if !shown.text.isEmpty { write(Self.clearLine) }
        shown = ("", nil)
    }

    /// Back to the first column, and erase to the end of the line (ECMA-48 EL).
    private static let clearLine = "\r\u{1B}[K"
}
