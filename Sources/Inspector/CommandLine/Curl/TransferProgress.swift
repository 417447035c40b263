import ClientEngine
import InspectorCanvas
import InspectorValues

/// Shows on a terminal how far a task is whose body goes into a file.
struct TransferProgress {
    private let name: DisplayText
    private var line: ProgressLine
    private var record: TaskRecord?
    private let glyphs: Glyphs = Charset() == .utf8 ? .unicode : .ascii

    /// Creates the progress of a file on standard error; nil where nobody would see it there.
    init?(of path: String) {
        guard let line = ProgressLine(.auto) else { return nil }
        self.line = line
        name = DisplayText(untrusted: path.fileName)
    }

    mutating func show(_ event: Event) {
        if record == nil { record = TaskRecord(event) } else { record?.apply(event) }
        guard let record, case .received = event.kind else { return }
        line.show(record, as: name, glyphs: glyphs, now: event.at)
    }

    mutating func clear() { line.clear() }
}
