import CEngineEpoll

/// A socket that the client's loop watches for its owner, so that serving a connection takes no other thread.
///
/// ```
///   any thread ── client.serve(descriptor) ──▶ loop ── ready, woken, timeout ──▶ LoopConnection
///                                               ▲                                    │
///                                               └─────────── watch, leave ◀──────────┘
/// ```
/// It is not `Sendable`: the loop makes it for the connection, and both stay on the loop's thread. Only ``wakeUp`` is for any thread.
public final class LoopSocket: LoopGuest {
    /// The reason why a connection gets its turn.
    ///
    /// Further cases may follow.
    public enum Cause: Sendable, Equatable {
        /// The socket can be read or written; an error and an end count as readable.
        case ready(read: Bool, write: Bool)
        /// The connection was handed over, or ``LoopSocket/wakeUp`` or ``Client/wakeConnections()`` was called.
        case woken
        /// The instant passed to ``LoopSocket/wake(at:)`` has come.
        case timeIsUp
    }

    /// The socket's descriptor.
    public let descriptor: Int32
    /// Gives the connection a turn, at the latest in the loop's next iteration.
    ///
    /// Any thread may call it; after ``leave()`` it does nothing.
    public private(set) lazy var wakeUp: @Sendable () -> Void = makeWakeUp()
    private let loop: EngineLoop
    private var callback: LoopCallback?
    private var connection: (any LoopConnection)?
    /// The instant at which time is up, and the timer, which may fire before and is then set anew.
    private var end: Instant?
    private var timer: (at: Instant, id: TimerQueue<() -> Void>.ID)?

    fileprivate init(_ descriptor: Int32, on loop: EngineLoop) {
        (self.descriptor, self.loop) = (descriptor, loop)
    }

    /// Sets for which states of the socket the connection gets a turn.
    ///
    /// It learns of errors unless both are `false`.
    public func watch(reading: Bool, writing: Bool) {
        loop.poller.want(
            (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0), of: descriptor)
    }

    /// Gives the connection a turn at this instant of the client's clock, and replaces an instant set before; `nil` removes it.
    ///
    /// To move the instant forward, as happens with every request, costs nothing.
    public func wake(at instant: Instant?) {
        end = instant
        guard let instant, timer.map({ instant < $0.at }) ?? true else { return }
        setTimer(at: instant)
    }

    /// Stops watching, and releases the connection.
    ///
    /// The caller then closes the descriptor or watches it elsewhere.
    public func leave() {
        loop.removeGuest(at: descriptor)
        if let timer { loop.unschedule(timer.id) }
        if let callback { loop.forget(callback) }
        (timer, end, callback) = (nil, nil, nil)
        connection = nil
    }

    fileprivate func begin(_ connection: any LoopConnection) {
        self.connection = connection
        loop.add(self, at: descriptor)
        connection.takeTurn(.woken)
    }

    private func makeWakeUp() -> @Sendable () -> Void {
        let callback = loop.callback { [unowned self] in wake() }
        self.callback = callback
        return { callback() }
    }

    private func setTimer(at instant: Instant) {
        if let timer { loop.unschedule(timer.id) }
        timer = (instant, loop.schedule(at: instant) { [unowned self] in timerFired() })
    }

    private func timerFired() {
        timer = nil
        guard let end else { return }
        guard end <= loop.time.now() else { return setTimer(at: end) }
        self.end = nil
        connection?.takeTurn(.timeIsUp)
    }

    // MARK: - What the loop calls

    func socketIsReady(_ mask: Int32) {
        connection?.takeTurn(.ready(read: mask & 0x05 != 0, write: mask & 0x02 != 0))
    }

    func wake() { connection?.takeTurn(.woken) }
}

/// A connection that a client's loop serves; see ``Client/serve(_:by:)``.
///
/// It must not block.
public protocol LoopConnection: AnyObject {
    /// Does what can be done now. The first call has the cause ``LoopSocket/Cause/woken``.
    func takeTurn(_ cause: LoopSocket.Cause)
}

extension Client {
    /// Serves a connection on the client's first loop, a thread that also runs requests of the client.
    ///
    /// May be called from any thread. The client holds the connection until it calls ``LoopSocket/leave()``.
    ///
    /// - Parameters:
    ///   - descriptor: a socket in non-blocking mode. The caller keeps its ownership.
    ///   - connection: makes the connection, on the loop's thread.
    public func serve(
        _ descriptor: Int32, by connection: @escaping @Sendable (LoopSocket) -> any LoopConnection
    ) {
        loop.enqueue { loop in
            let socket = LoopSocket(descriptor, on: loop)
            socket.begin(connection(socket))
        }
    }

    /// Gives all connections that were passed to ``serve(_:by:)`` a turn, for example so that they notice a stop.
    public func wakeConnections() {
        loop.enqueue { $0.wakeGuests() }
    }
}
