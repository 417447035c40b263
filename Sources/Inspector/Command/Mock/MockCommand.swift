import ClientEngine
import Foundation
import MockServer

/// `inspector mock`: serves mocks to other programs until a signal comes.
///
///     programs ──▶ StubServer ──▶ client ── events ──▶ inbox ──▶ record.apply ──▶ output
///     files of mocks ── change ─▶ client.mocks          │
///     signals ──────────────────────────────────────────┘
struct MockCommand {
    private enum Message: Sendable {
        case event(Event)
        case signal(Int32)
        /// The files of the mocks have changed.
        case changed
    }

    var options: Options
    private let inbox = Inbox<Message>()

    init(options: Options) {
        self.options = options
    }

    func run() -> ExitStatus {
        let problems = options.certificateProblems + folderProblems
        guard problems.isEmpty else {
            problems.forEach(StandardStream.complain)
            return .usage
        }
        let interruptions = Interruptions { [inbox] in inbox.append(.signal($0)) }
        defer { withExtendedLifetime(interruptions) {} }
        let client = Client { options.configure(&$0) }
        var files = MockFiles(
            options.mocksFolder, isGiven: options.mocks != nil, fillsInAll: options.fillsInAll)
        files.read(into: client.mocks).problems.forEach(StandardStream.complain)
        let watch = files.watch { [inbox] _ in inbox.append(.changed) }
        defer { withExtendedLifetime(watch) {} }
        let observation = client.observe { [inbox] in inbox.append(.event($0)) }
        defer { observation.cancel() }
        do {
            let server = try options.stubServer(on: options.port, for: client)
            defer { server.stop() }
            StandardStream.output.write("http=\(server.url)\n")
            return ExitStatus(signal: serve(client.mocks, from: &files))
        } catch {
            StandardStream.complain("the mock server cannot start: \(error)")
            return .usage
        }
    }

    /// A folder that was named has to be there; the one beside may be missing.
    private var folderProblems: [String] {
        guard let folder = options.mocks else { return [] }
        let mappings = folder + "/mappings"
        return FileManager.default.fileExists(atPath: mappings)
            ? [] : [FileError(mappings, errno: ENOENT).description]
    }

    /// Shows what happens until a signal comes, and returns it.
    private func serve(_ mocks: MockStore, from files: inout MockFiles) -> Int32 {
        let (time, started) = (SystemTime(), SystemTime().now())
        var output = output(since: started)
        var live: [TaskID: TaskRecord] = [:]
        var summary = RunSummary()
        while true {
            for message in inbox.take() {
                switch message {
                case .changed: readAgain(&files, into: mocks)
                case .signal(let number):
                    summary.elapsed = time.now() - started
                    output.finish(summary)
                    return number
                case .event(let event):
                    let previous = live[event.task]?.state
                    // Taken out while it changes: two references would copy the body's chunks with every event.
                    guard var record = live.removeValue(forKey: event.task) ?? TaskRecord(event) else {
                        continue
                    }
                    record.apply(event)
                    output.show(event, in: record, after: previous)
                    if case .ended = event.what { summary.count(record) } else { live[event.task] = record }
                }
            }
        }
    }

    private func readAgain(_ files: inout MockFiles, into mocks: MockStore) {
        let reading = files.read(into: mocks)
        reading.problems.forEach(StandardStream.complain)
        guard reading.isUnsettled else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + KnownStubs.Reading.pause) { [inbox] in
            inbox.append(.changed)
        }
    }

    private func output(since start: Instant) -> any RunOutput {
        guard options.isJSON else {
            let isUnicode = Charset.isUnicode(ProcessInfo.processInfo.environment)
            return ServedLines(isUnicode: isUnicode) { StandardStream.output.write($0) }
        }
        return JSONLines(EventLines(start: start, text: EventText(redaction: Redaction()))) {
            StandardStream.output.write($0)
        }
    }
}
