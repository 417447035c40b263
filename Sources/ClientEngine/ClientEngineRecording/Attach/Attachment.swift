import ClientEngine
import EngineJSON
internal import EngineSupport
import Glibc

/// Reports the events of a client's tasks to an inspector and performs its commands, on a separate thread.
///
/// ```
///  loop ── events ──▶ │ EventOutbox │ ──▶ thread ── lines ──▶ socket ──▶ inspector attach
///  client ◀── cancel, retry now, give up, mocks ── thread ◀── lines ──┘
/// ```
///
/// The inspector sends the first message, with its version. Before that, nothing is reported. If the inspector
/// announces that an event will mark the end of its initial messages, ``AttachmentStart`` makes tasks wait for that
/// event. The thread ends with the connection, or when the client and all its tasks are released and the last event has
/// been sent.
final class Attachment: Sendable {
    private struct State: Sendable {
        var outbox = EventOutbox()
        /// Indicates whether some events taken from the outbox have not been sent.
        var isSending = false
        /// No more events will be added.
        var isFinished = false
        /// The connection is closed.
        var isOver = false
    }

    /// The state that belongs to the thread.
    private struct Talk: ~Copyable {
        var channel: LineChannel
        weak var client: Client?
        var writer = EventWriter()
        var mocks = AttachedMocks()
        var isGreeted = false
        /// The end of the wait for an inspector that does not read.
        var end: Instant?
    }

    /// The time that the thread waits at the end for an inspector that does not read.
    private static let patience = Duration.seconds(1)
    private static let longestLine = 64 << 20
    private static let batch = 256
    private static let mostUnsent = 256 << 10

    private let state = Locked(State())
    private let wake: WakePipe
    private let program: String
    private let start: AttachmentStart

    /// Starts on an open connection.
    ///
    /// Returns `nil` and closes the connection if the system cannot create a thread or a pipe. `onEnd` is called when
    /// the thread ends.
    init?(
        on descriptor: Int32, program: String, of client: Client, _ start: AttachmentStart,
        onEnd: @escaping @Sendable () -> Void
    ) {
        guard let wake = WakePipe() else {
            close(descriptor)
            start.open()
            return nil
        }
        self.wake = wake
        self.program = program
        self.start = start
        let isStarted = DetachedThread.start { [self, weak client] in
            var talk = Talk(channel: LineChannel(descriptor), client: client)
            while step(&talk) {}
            start.open()
            // The program continues as if no inspector had been attached.
            if let client { _ = talk.mocks.replace(with: [], in: client.mocks) }
            state.withLock { $0 = State(isFinished: true, isOver: true) }
            onEnd()
        }
        guard isStarted else {
            close(descriptor)
            start.open()
            return nil
        }
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Indicates whether all events have been sent, or can never be sent.
    var isIdle: Bool { state.withLock { $0.isOver || $0.outbox.isEmpty && !$0.isSending } }

    func append(_ events: EventBatch) {
        let isFirst = state.withLock { state in
            guard !state.isOver, !state.isFinished else { return false }
            let wasEmpty = state.outbox.isEmpty
            events.forEach { state.outbox.append($0) }
            return wasEmpty && !state.outbox.isEmpty
        }
        if isFirst { wake.wake() }
    }

    /// Declares that no more events will be added.
    func finish() {
        state.withLock { $0.isFinished = true }
        wake.wake()
    }

    // MARK: The thread

    /// Sends and receives as much as possible, and waits for more.
    ///
    /// Returns `false` at the end.
    private func step(_ talk: inout Talk) -> Bool {
        if talk.isGreeted, talk.channel.unsent < Self.mostUnsent { write(&talk) }
        guard talk.channel.flush() else { return false }
        let (isFinished, hasMore) = state.withLock { state in
            state.isSending = talk.channel.unsent > 0
            return (state.isFinished, !state.outbox.isEmpty)
        }
        if isFinished {
            guard hasMore || talk.channel.unsent > 0 else { return false }
            let now = SystemTime().now()
            talk.end = talk.end ?? now + Self.patience
            guard talk.end.map({ now < $0 }) ?? true else { return false }
        }
        let mayWrite = hasMore && talk.isGreeted && talk.channel.unsent < Self.mostUnsent
        var watched = [
            pollfd(
                fd: talk.channel.descriptor,
                events: Int16(talk.channel.unsent > 0 ? POLLIN | POLLOUT : POLLIN), revents: 0),
            pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0),
        ]
        poll(&watched, 2, mayWrite ? 0 : isFinished ? 50 : untilLate)
        start.check(now: SystemTime().now())
        if watched[1].revents != 0 { wake.drain() }
        guard watched[0].revents & ~Int16(POLLOUT) != 0 else { return true }
        guard talk.channel.receive() != nil else { return false }
        while let line = talk.channel.nextLine() {
            guard hear(line, &talk) else { return false }
        }
        return talk.channel.unread <= Self.longestLine
    }

    /// The milliseconds for which tasks may still wait for the initial messages, or -1 if no task waits.
    private var untilLate: Int32 {
        start.deadline.map { Int32(clamping: Int(max(.zero, $0 - SystemTime().now()).milliseconds) + 1) }
            ?? -1
    }

    /// Writes the lines of the oldest events.
    private func write(_ talk: inout Talk) {
        let (events, dropped) = state.withLock { state in
            defer { state.isSending = true }
            return state.outbox.take(Self.batch)
        }
        let client = talk.client
        for event in events {
            let line = talk.writer.line(of: event) { client?.completed($0) ?? $0 }
            if let line { talk.channel.write(line) }
        }
        if dropped > 0 { talk.channel.write(["event": "dropped", "count": JSONValue(dropped)]) }
    }

    /// Performs the command in a line.
    ///
    /// Returns `false` if the connection must be closed.
    private func hear(_ line: [UInt8], _ talk: inout Talk) -> Bool {
        let said = try? JSONValue(parsing: line, maximumDepth: 256)
        guard talk.isGreeted else {
            // Another kind of server at this socket receives nothing.
            guard let said, said["event"]?.string == "hello", let version = said["version"]?.int else {
                return false
            }
            talk.isGreeted = version == AttachSocket.version
            // An older inspector or another program does not announce the end of its initial messages.
            if talk.isGreeted, said["until"]?.string != AttachSocket.ready { start.finish() }
            let own: JSONObject = [
                "event": talk.isGreeted ? "hello" : "refused", "version": JSONValue(AttachSocket.version),
                "program": .string(program), "pid": JSONValue(Int(getpid())),
            ]
            talk.channel.write(own)
            return talk.isGreeted || talk.channel.flush() && false
        }
        guard let said else { return true }
        if said["event"]?.string == AttachSocket.ready { start.finish() }
        guard let client = talk.client else { return true }
        let task = said["task"]?.int ?? 0
        switch said["do"]?.string {
        case "cancel": client.perform(.cancel, on: task)
        case "retryNow": client.perform(.retryNow, on: task)
        case "giveUp": client.perform(.giveUp, on: task)
        case "mocks":
            for problem in talk.mocks.replace(with: said["mappings"]?.array ?? [], in: client.mocks) {
                talk.channel.write(["event": "refused", "why": .string(problem)])
            }
        case let word?: talk.channel.write(["event": "refused", "why": .string("“\(word)” is not known")])
        case nil: break
        }
        return true
    }
}

extension LineChannel {
    /// Appends an object as a line to the output that ``flush()`` sends.
    public mutating func write(_ object: JSONObject) { write(JSONValue.object(object).serializedBytes()) }
}
