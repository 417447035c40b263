import CEngineEpoll

/// A socket of somebody else that a client's loop watches, so that what is relayed takes no other thread.
///
/// ```
///   any thread ── client.host(descriptor) ──▶ loop ── ready, woken, time is up ──▶ HostedConnection
///                                              ▲                                        │
///                                              └────────────── watch, leave ◀───────────┘
/// ```
/// Not `Sendable`: it is made on the loop, belongs to the connection there, and cannot leave.
package final class HostedSocket: LoopGuest {
    /// The reason why a connection gets its turn.
    package enum Cause: Sendable, Equatable {
        /// Something can be done with the socket; an error or an end can be read.
        case ready(read: Bool, write: Bool)
        /// Somebody has called ``wakeUp``, or all connections are to look.
        case woken
        case timeIsUp
    }

    package let descriptor: Int32
    /// Has the connection look at what has changed: from any thread, at the latest in the loop's next turn, and not after
    /// ``leave()``.
    package private(set) lazy var wakeUp: @Sendable () -> Void = makeWakeUp()
    private let loop: EngineLoop
    private var callback: LoopCallback?
    private var connection: (any HostedConnection)?
    /// The instant at which time is up, and the timer, which may fire before and is then set anew.
    private var end: Instant?
    private var timer: (at: Instant, id: TimerQueue<() -> Void>.ID)?

    fileprivate init(_ descriptor: Int32, on loop: EngineLoop) {
        (self.descriptor, self.loop) = (descriptor, loop)
    }

    /// Says for what the connection wants a turn from now on; an error is always told, unless it wants nothing at all.
    package func watch(reading: Bool, writing: Bool) {
        loop.poller.want(
            (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0), of: descriptor)
    }

    /// Gives the connection a turn at this instant of the client's clock, in the place of one set before; nil for none.
    ///
    /// An instant that moves on, as it does with every request, costs nothing.
    package func wake(at instant: Instant?) {
        end = instant
        guard let instant, timer.map({ instant < $0.at }) ?? true else { return }
        setTimer(at: instant)
    }

    /// Ends the watching, and lets the connection go; the descriptor is then closed, or watched elsewhere, by the caller.
    package func leave() {
        loop.removeGuest(at: descriptor)
        if let timer { loop.unschedule(timer.id) }
        if let callback { loop.forget(callback) }
        (timer, end, callback) = (nil, nil, nil)
        connection = nil
    }

    fileprivate func begin(_ connection: any HostedConnection) {
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

/// A connection that is served on a client's loop, where nothing may wait.
package protocol HostedConnection: AnyObject {
    /// Does what can be done now; called first with ``HostedSocket/Cause/woken``.
    func takeTurn(_ cause: HostedSocket.Cause)
}

extension Client {
    /// Has the client's loop watch a socket that does not block; the closure makes the connection, on the loop.
    ///
    /// May be called from any thread. The connection is held until it leaves.
    package func host(
        _ descriptor: Int32, for connection: @escaping @Sendable (HostedSocket) -> any HostedConnection
    ) {
        loop.enqueue { loop in
            let socket = HostedSocket(descriptor, on: loop)
            socket.begin(connection(socket))
        }
    }

    /// Gives all connections that were handed to ``host(_:for:)`` a turn: something has changed that concerns them.
    package func wakeHosted() {
        loop.enqueue { $0.wakeGuests() }
    }
}
