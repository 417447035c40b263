import InspectorCanvas
import InspectorValues

/// A preview of an HTTP archive, and the question where it is written.
struct ArchiveOverlay: Overlay {
    let job: ArchiveJob
    private var field: TextField
    /// Nil while it is made.
    private var archive: TaskArchive?

    static let places: [Place] = [.savePath]
    var coversPanes: Bool { true }

    init(_ job: ArchiveJob) {
        self.job = job
        field = TextField(selecting: "tasks.har")
    }

    mutating func show(_ archive: TaskArchive) { self.archive = archive }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        field.apply(key, clipboard: &state.clipboard)
    }

    func accept(in state: inout State) throws(Refusal) -> [Effect] {
        guard let archive else { throw Refusal("the archive is still being made") }
        state.overlays.removeTop()
        guard !field.text.isEmpty else { return [] }
        return [.copy(.toFile(FileCopy(content: .archive, bytes: archive.bytes, path: field.text)))]
    }

    func footer(_ state: State) -> FooterContent { .field(field, label: "save as ") }

    // MARK: Drawing

    /// Two lines more than it has, for lines that are folded.
    var neededHeight: Int? { lines.count + 2 }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let rest = frame.section("HTTP ARCHIVE", in: layout.overlay, glyphs: glyphs)
        let lines = lines.flatMap { $0.folded(to: rest.width - 3, indent: 13) }
        for (row, line) in lines.prefix(rest.height).enumerated() {
            frame.line(line, at: rest.point(x: 2, y: row), width: rest.width - 3, glyphs: glyphs)
        }
    }

    private var lines: [StyledText] {
        guard let archive else {
            return [.fact("tasks", job.subject), StyledText("being made", .muted)]
        }
        var lines: [StyledText] = [
            .fact(
                "tasks", "\(job.subject), with \(archive.exchanges.of("request")) and what they were answered"
            ),
            .fact("size", archive.bytes.count.byteText), .fact("secrets", secrets(archive)),
        ]
        if archive.lostBodies > 0 {
            let bodies = archive.lostBodies == 1 ? "1 body is" : "\(archive.lostBodies) bodies are"
            lines.append(.fact("left out", "\(bodies) not kept any more"))
        }
        if archive.lostTasks > 0 {
            lines.append(.fact("left out", "\(archive.lostTasks.of("task")): \(archive.reason)"))
        }
        if archive.liveTasks > 0 {
            let tasks = archive.liveTasks == 1 ? "1 task is" : "\(archive.liveTasks) tasks are"
            lines.append(.fact("live", "\(tasks) written as far as it has come"))
        }
        return lines
    }

    private func secrets(_ archive: TaskArchive) -> String {
        let tally = archive.secrets
        if tally.total == 0 { return "none was found" }
        let places = [
            (tally.urls, "in URLs"), (tally.heads, "in headers"), (tally.bodies, "in bodies"),
            (tally.others, "elsewhere"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "\(tally.total.of("secret")) hidden: " + places.joined(separator: ", ")
    }
}
