import ClientEngine
import EngineSupport
import InspectorWorkspace

/// Sends one request and shows its events while they come, all on the thread that calls.
///
///     client ── events ──▶ reader ──▶ mailbox ──▶ show    the reader goes on when the event has been shown,
///     signals ──────────────────────▶   │                  and the network waits for the reader
///
/// The first signal cancels; the second gives up waiting.
struct CurlFetch {
    private enum Message: Sendable {
        case job(UnownedJob)
        case event(Event)
        case signal(Int32)
        case readerEnded
    }

    /// Runs the reader where the messages are handled, and not on a thread that others may need.
    private final class Executor: TaskExecutor {
        let mailbox = Mailbox<[Message]>()
        private let handover = ExecutorHandover()

        deinit { handover.waitUntilOver() }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            handover.perform { mailbox.append(.job(job)) }
        }
    }

    let client: Client
    let prepared: OutgoingRequest

    /// Returns the record and the signal that ended it, if one did; an error of `show` cancels the task.
    func run(
        showing show: (Event) throws(FileError) -> Void
    ) throws(FileError) -> (record: TaskRecord, signal: Int32?) {
        let executor = Executor()
        let interruptions = SignalHandler { [mailbox = executor.mailbox] in mailbox.append(.signal($0)) }
        defer { withExtendedLifetime(interruptions) {} }
        let events = client.events(.lossless).makeAsyncIterator()
        let task = client.start(prepared.request, from: prepared.provenance)
        Self.read(events, on: executor)
        var signals: [Int32] = []
        var failure: FileError?
        while true {
            for message in executor.mailbox.drain() {
                switch message {
                case .job(let job): job.runSynchronously(on: executor.asUnownedTaskExecutor())
                case .signal(let number):
                    signals.append(number)
                    task.cancel()
                    if signals.count > 1 { return (task.record, signals.first) }
                case .event(let event):
                    guard failure == nil, signals.isEmpty else { continue }
                    do throws(FileError) {
                        try show(event)
                    } catch {
                        failure = error
                        task.cancel()
                    }
                case .readerEnded:
                    if let failure { throw failure }
                    return (task.record, signals.first)
                }
            }
        }
    }

    private static func read(_ events: sending Events.Iterator, on executor: Executor) {
        Task(executorPreference: executor) {
            var events = events
            while let event = await events.next() {
                executor.mailbox.append(.event(event))
                if case .taskEnded = event.kind { break }
                // Behind the event in the mailbox: the next one is taken when this one has been shown.
                await Task.yield()
            }
            executor.mailbox.append(.readerEnded)
        }
    }
}
