import ClientEngine
import Dispatch
import EngineSupport
import Glibc
import InspectorGateway
import InspectorValues
import InspectorWorkspace

/// Serves other programs, and shows what they ask, until an end comes.
///
///     programs ──▶ Gateway ──▶ client ── events, or ends ──▶ mailbox ──▶ tasks ──▶ output ──▶ writer
///     files of mocks ── change ─▶ client.mocks                    │            └── ended ─▶ backlog: room for one more
///     signals, the end of a child ────────────────────────────────┘
///
/// It keeps what is under way, and what waits to be shown is bounded: with a reader that is slow, requests wait.
struct ServingLoop {
    /// Bounds what waits to be shown; the servers hold requests back by it.
    let backlog = Backlog(limit: 1000)
    let client: Client

    /// The number of events that nobody has looked at.
    private let waiting = Locked(0)
    private let options: Options
    private let mailbox: Mailbox<ServedArrivals>
    private let writer: StreamWriter

    /// Creates a loop for the client that the options describe; its lines go to a closure, on a thread that may wait in it.
    init(_ options: Options, keepingBodies: Bool = false, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.options = options
        mailbox = Mailbox(ServedArrivals(keepingBodies: keepingBodies))
        client = Client { options.client.configure(&$0) }
        writer = StreamWriter(write)
    }

    /// Returns the reasons why the options cannot be used, one line each.
    static func problems(of options: Options) -> [String] {
        options.client.certificateProblems + options.mocksProblems
    }

    /// Indicates whether so much waits to be shown that nothing more should be taken in.
    var isBehind: Bool { waiting.withLock { $0 > 10_000 } }

    func write(_ text: String) { writer.write(text) }

    /// Starts the servers and what asks them, shows all they do until a signal or the end of the child, and stops them.
    ///
    /// With a child, signals are for it; they end the loop only where there is none. The status is that of the child, or of
    /// the signal.
    ///
    /// - Throws: what keeps a server from listening or the child from starting; nothing was served then.
    func run(
        showing output: (Instant) -> ServedTasks,
        starting start: (ServingLoop) throws -> (stop: () -> Void, child: ChildProcess?)
    ) throws -> ExitStatus {
        var files = MockFiles(
            options.mocksFolder, isGiven: options.mocks != nil, fillsInAll: options.fillsInAll,
            trust: Trust(options))
        complain(of: files.read(into: client.mocks))
        let watch = files.watch { [mailbox] _ in mailbox.add { $0.isChanged = true } }
        defer { withExtendedLifetime(watch) {} }
        let tasks = output(SystemTime().now())
        let observation = tasks.showsEvents ? observeEvents() : observeEnds()
        defer { observation.cancel() }
        let hasProgram = !options.server.program.isEmpty
        // A signal that comes while the child starts is for it.
        let signals = SignalHandler(hasProgram ? ChildProcess.forwarded : [SIGINT, SIGTERM]) {
            [mailbox, writer] signal in
            mailbox.add { $0.raise(signal) }
            if !hasProgram { writer.release() }
        }
        defer { withExtendedLifetime(signals) {} }
        let (stop, child) = try start(self)
        child?.onExit { [mailbox] status in mailbox.add { $0.childStatus = status } }
        return serve(stoppedBy: stop, beside: child, from: &files, showing: tasks)
    }

    private func observeEvents() -> Observation {
        client.observeBatches { [mailbox, waiting] events in
            waiting.withLock { $0 += events.count }
            mailbox.add { arrivals in events.forEach { arrivals.append($0) } }
        }
    }

    /// The main thread is woken for ends alone.
    private func observeEnds() -> Observation {
        client.observeEnds { [mailbox, waiting] ended in
            waiting.withLock { $0 += ended.count * ServedArrivals.eventsOfEnded }
            mailbox.add { arrivals in ended.forEach { arrivals.append($0) } }
        }
    }

    private func show(_ arrivals: ServedArrivals, in tasks: inout ServedTasks) {
        tasks.apply(arrivals.events)
        tasks.show(arrivals.ended)
        waiting.withLock { $0 -= arrivals.count }
    }

    private func serve(
        stoppedBy stop: () -> Void, beside child: ChildProcess?, from files: inout MockFiles,
        showing output: ServedTasks
    ) -> ExitStatus {
        let (time, started) = (SystemTime(), SystemTime().now())
        var tasks = output
        var end: ExitStatus?
        repeat {
            let arrivals = mailbox.drain()
            if arrivals.isChanged { readAgain(&files) }
            show(arrivals, in: &tasks)
            end = arrivals.childStatus.map(ExitStatus.init(rawValue:))
            if let signal = arrivals.signal {
                if let child { child.forward(signal) } else { end = ExitStatus(signal: signal) }
            }
        } while end == nil
        writer.release()
        stop()
        // What was under way ends with the server; its lines are written for as long as somebody takes them.
        let deadline = time.now() + .seconds(1)
        var isIdle: Bool { tasks.endedCount == client.taskCount }
        repeat {
            show(mailbox.drain(withinMilliseconds: isIdle ? 0 : 100), in: &tasks)
        } while !isIdle && time.now() < deadline
        tasks.finish(after: time.now() - started)
        _ = writer.finish(within: .milliseconds(200))
        return end ?? .terminated
    }

    private func complain(of reading: StubIndex.Reading) {
        (reading.warnings + reading.problems).forEach(StandardStream.complain)
    }

    private func readAgain(_ files: inout MockFiles) {
        let reading = files.read(into: client.mocks)
        complain(of: reading)
        guard reading.isUnsettled else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + StubIndex.Reading.pause) { [mailbox] in
            mailbox.add { $0.isChanged = true }
        }
    }
}
