import ClientEngine
import FoundationEssentials
import Glibc
import InspectorHTTPServer

/// Two sockets and the data in transit between them, at most one block in each direction.
///
///     program ──▶ │ up │ ──▶ server        the end of one direction is forwarded (FIN); the other continues
///     program ◀── │ down │ ◀── server
struct Tunnel: Sendable {
    /// One direction of the tunnel.
    private struct Way: Sendable {
        var waiting: ArraySlice<UInt8> = []
        var total = 0
        /// Indicates whether the sender has finished.
        var isSaid = false
        /// Indicates whether the end was forwarded to the receiver.
        var isOver = false

        var wantsMore: Bool { !isSaid && waiting.isEmpty }
    }

    private static let interval = Duration.milliseconds(100)
    /// The maximum silence of one side after the other has finished, because that side may have disconnected.
    static let patience = Duration.seconds(75)

    private let task: TunnelTask
    private let program: any ByteStream
    private let server: any ByteStream
    private var up = Way()
    private var down = Way()
    /// The messages, if the connection is a readable WebSocket.
    private var transcript: WebSocketTranscript?
    private var told = (up: 0, down: 0)
    private var lastTold = ContinuousClock.now
    private var lastMoved = ContinuousClock.now

    /// Creates a tunnel that begins with data received early from each side.
    init(
        _ task: TunnelTask, program: any ByteStream, server: any ByteStream,
        early: (up: ArraySlice<UInt8>, down: ArraySlice<UInt8>), transcript: WebSocketTranscript? = nil
    ) {
        self.transcript = transcript
        (self.task, self.program, self.server) = (task, program, server)
        (up.waiting, down.waiting) = early
        (up.total, down.total) = (early.up.count, early.down.count)
        let time = task.date.timeIntervalSince1970
        self.transcript?.noteSent(early.up, at: time)
        self.transcript?.noteReceived(early.down, at: time)
    }

    var isOver: Bool { up.isOver && down.isOver }

    var id: Int { task.id }

    /// The instant at which the tunnel times out unless data moves, or `nil` while both sides may send.
    var deadline: ContinuousClock.Instant? {
        up.isSaid != down.isSaid ? lastMoved + Self.patience : nil
    }

    /// Indicates whether data moved that was not reported yet.
    var hasNews: Bool { told != (up.total, down.total) }

    /// Indicates whether a stream has buffered data, which its descriptor does not signal.
    var isReady: Bool { up.wantsMore && program.hasPending || down.wantsMore && server.hasPending }

    /// The events to poll on the program's and the server's socket.
    ///
    /// A socket without events has descriptor -1.
    var watched: [pollfd] {
        [(program.descriptor, up, down), (server.descriptor, down, up)].map { descriptor, from, to in
            let events = (from.wantsMore ? POLLIN : 0) | (to.waiting.isEmpty ? 0 : POLLOUT)
            return pollfd(fd: events == 0 ? -1 : descriptor, events: Int16(events), revents: 0)
        }
    }

    /// Moves the available data without blocking.
    ///
    /// Ends the tunnel if its deadline has passed.
    mutating func move(
        isProgramReady: Bool, isServerReady: Bool, through block: inout [UInt8],
        now: ContinuousClock.Instant = .now
    ) {
        let before = (up.total, down.total, up.isSaid, down.isSaid)
        let time = transcript == nil ? 0 : task.date.timeIntervalSince1970
        if isProgramReady || program.hasPending, Self.read(program, into: &up, through: &block) {
            transcript?.noteSent(up.waiting, at: time)
        }
        if isServerReady || server.hasPending, Self.read(server, into: &down, through: &block) {
            transcript?.noteReceived(down.waiting, at: time)
        }
        if (up.total, down.total, up.isSaid, down.isSaid) != before { lastMoved = now }
        let isLate = deadline.map { $0 <= now } == true
        if !Self.write(&up, to: server) || !Self.write(&down, to: program) || isLate {
            (up.isOver, down.isOver) = (true, true)
        }
    }

    /// Reports the moved data, at most once per interval.
    mutating func tell(now: ContinuousClock.Instant) {
        guard hasNews, isOver || now - lastTold >= Self.interval else { return }
        if let text = transcript?.take(), !text.isEmpty { task.note(transcript: text) }
        task.move(sent: up.total, received: down.total - told.down)
        (told, lastTold) = ((up.total, down.total), now)
    }

    func close(_ outcome: TaskOutcome = .succeeded) {
        program.close()
        server.close()
        task.end(outcome)
    }

    /// Reads the available data.
    ///
    /// Returns whether there was any.
    private static func read(
        _ socket: any ByteStream, into way: inout Way, through block: inout [UInt8]
    ) -> Bool {
        guard way.wantsMore, let count = socket.receive(into: &block) else { return false }
        way.isSaid = count == 0
        way.waiting = Array(block.prefix(count))[...]
        way.total += count
        return count > 0
    }

    /// Writes buffered data, and forwards the end after it.
    ///
    /// Returns `false` if the other side has disconnected.
    private static func write(_ way: inout Way, to socket: any ByteStream) -> Bool {
        while !way.waiting.isEmpty {
            guard let count = way.waiting.withUnsafeBytes({ socket.send($0) }) else { return true }
            guard count >= 0 else { return false }
            way.waiting = way.waiting.dropFirst(count)
        }
        if way.isSaid, !way.isOver {
            socket.finishSending()
            way.isOver = true
        }
        return true
    }
}
