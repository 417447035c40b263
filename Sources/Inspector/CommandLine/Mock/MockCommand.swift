import ClientEngine
import Dispatch
import EngineJSON
import FoundationEssentials
import Glibc
import InspectorMockServer
import InspectorValues
import InspectorWorkspace

/// `inspector mock`: serves mocks to other programs until a signal comes.
///
///     programs ──▶ StubServer ──▶ client ── events ──▶ mailbox ──▶ record.apply ──▶ output ──▶ writer
///     files of mocks ── change ─▶ client.mocks           │             └── ended ─▶ backlog: room for one more
///     signals ───────────────────────────────────────────┘
///
/// It keeps what is under way, and what waits to be shown is bounded: with a reader that is slow, requests wait.
struct MockCommand {
    var options: Options
    private let mailbox = Mailbox(ServedArrivals())
    private let writer = StreamWriter { StandardStream.output.write($0) }
    private let backlog = Backlog(limit: 1000)

    func run() -> ExitStatus {
        let problems = options.client.certificateProblems + options.mocksProblems
        guard problems.isEmpty else {
            problems.forEach(StandardStream.complain)
            return .usage
        }
        let interruptions = SignalHandler { [mailbox, writer] signal in
            mailbox.add { $0.raise(signal) }
            writer.release()
        }
        defer { withExtendedLifetime(interruptions) {} }
        let client = Client { options.client.configure(&$0) }
        var files = MockFiles(
            options.mocksFolder, isGiven: options.mocks != nil, fillsInAll: options.fillsInAll)
        files.read(into: client.mocks).problems.forEach(StandardStream.complain)
        let watch = files.watch { [mailbox] _ in mailbox.add { $0.isChanged = true } }
        defer { withExtendedLifetime(watch) {} }
        let observation = client.observe { [mailbox] event in mailbox.add { $0.append(event) } }
        defer { observation.cancel() }
        do {
            let server = try options.stubServer(on: options.server.port, for: client, backlog: backlog)
            let started: JSONValue = [
                "event": "server.started", "version": .int(JSONLines.version), "http": .string(server.url),
            ]
            writer.write((options.isJSON ? started.printed() : "http=\(server.url)") + "\n")
            return ExitStatus(signal: serve(client.mocks, from: &files, by: server))
        } catch {
            StandardStream.complain("the mock server cannot start: \(error)")
            return .usage
        }
    }

    private func serve(_ mocks: MockStore, from files: inout MockFiles, by server: StubServer) -> Int32 {
        let (time, started) = (SystemTime(), SystemTime().now())
        var story = Story(output: output(since: started))
        var signal: Int32?
        repeat {
            let arrivals = mailbox.drain()
            signal = arrivals.signal
            if arrivals.isChanged { readAgain(&files, into: mocks) }
            arrivals.events.forEach { show($0, in: &story) }
        } while signal == nil
        server.stop()
        // What was under way ends with the server; its lines are written for as long as somebody takes them.
        let deadline = time.now() + .seconds(1)
        repeat {
            let arrivals = mailbox.drain(withinMilliseconds: story.live.isEmpty ? 0 : 100)
            arrivals.events.forEach { show($0, in: &story) }
        } while !story.live.isEmpty && time.now() < deadline
        story.summary.elapsed = time.now() - started
        story.output.finish(story.summary)
        _ = writer.finish(within: .milliseconds(200))
        return signal ?? SIGTERM
    }

    private struct Story {
        var output: any RunOutput
        var live: [TaskID: TaskRecord] = [:]
        var summary = RunSummary()
    }

    private func show(_ event: Event, in story: inout Story) {
        let previous = story.live[event.task]?.state
        // Taken out while it changes: two references would copy it with every event.
        guard var record = story.live.removeValue(forKey: event.task) ?? TaskRecord(event) else { return }
        record.apply(event)
        story.output.show(event, in: record, after: previous)
        guard case .ended = event.kind else {
            story.live[event.task] = record
            return
        }
        story.summary.count(record)
        backlog.leave(bytes: record.origin.request.body.bytes?.count ?? 0)
    }

    private func readAgain(_ files: inout MockFiles, into mocks: MockStore) {
        let reading = files.read(into: mocks)
        reading.problems.forEach(StandardStream.complain)
        guard reading.isUnsettled else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + StubIndex.Reading.pause) { [mailbox] in
            mailbox.add { $0.isChanged = true }
        }
    }

    private func output(since start: Instant) -> any RunOutput {
        guard options.isJSON else {
            let output = StandardStream.output
            return ServedLines(paint: output.paint, columns: output.columns) { [writer] in writer.write($0) }
        }
        // A server may run for days, and every request may bring a new one.
        let redaction = Redaction(remembering: ServedLines.rememberedSecrets)
        let events = EventLines(start: start, text: EventText(redaction: redaction))
        return JSONLines(events, in: StandardStream.output.charset) { [writer] in writer.write($0) }
    }
}
