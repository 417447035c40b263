import ClientEngine
import EngineSupport
import Glibc
import InspectorHTTPServer

/// Moves the data of all tunnels of a server on one thread, which ends with the server.
final class TunnelPump: Sendable {
    private struct State: Sendable {
        var added: [Tunnel] = []
        /// The numbers of cancelled tasks.
        var cancelled: Set<Int> = []
        var count = 0
    }

    /// The maximum number of open tunnels.
    static let limit = 2_000
    private static let block = 32 << 10
    private static let interval: Int32 = 100

    private let state = Locked(State())
    private let wakePipe: WakePipe
    private let stop: StopSignal

    init(stop: StopSignal) throws {
        guard let wakePipe = WakePipe() else { throw ServerError("pipe") }
        (self.wakePipe, self.stop) = (wakePipe, stop)
        DetachedThread.start { [self] in run() }
    }

    var hasRoom: Bool { state.withLock { $0.count < Self.limit } }

    func add(_ tunnel: Tunnel) {
        state.withLock { state in
            state.added.append(tunnel)
            state.count += 1
        }
        wakePipe.wake()
    }

    /// Ends a tunnel, even if it is not open yet.
    func cancel(_ id: Int) {
        _ = state.withLock { $0.cancelled.insert(id) }
        wakePipe.wake()
    }

    private func run() {
        var tunnels: [Tunnel] = []
        var block = [UInt8](repeating: 0, count: Self.block)
        var watched: [pollfd] = []
        while true {
            tunnels += takeAdded()
            closeCancelled(of: &tunnels)
            watched.removeAll(keepingCapacity: true)
            watched.append(pollfd(fd: stop.readEnd, events: Int16(POLLIN), revents: 0))
            watched.append(pollfd(fd: wakePipe.reader, events: Int16(POLLIN), revents: 0))
            for tunnel in tunnels { watched += tunnel.watched }
            guard poll(&watched, nfds_t(watched.count), Self.patience(for: tunnels)) >= 0 || errno == EINTR
            else { continue }
            if watched[0].revents != 0 { break }
            if watched[1].revents != 0 { wakePipe.drain() }
            let now = ContinuousClock.now
            for index in tunnels.indices {
                let (program, server) = (
                    watched[2 + 2 * index].revents != 0, watched[3 + 2 * index].revents != 0
                )
                tunnels[index].move(
                    isProgramReady: program, isServerReady: server, through: &block, now: now)
                tunnels[index].tell(now: now)
                if tunnels[index].isOver { tunnels[index].close() }
            }
            let before = tunnels.count
            tunnels.removeAll(where: \.isOver)
            state.withLock { $0.count -= before - tunnels.count }
        }
        tunnels += takeAdded()
        for index in tunnels.indices {
            // Reads data that has already arrived, because the program may have just ended.
            tunnels[index].move(isProgramReady: true, isServerReady: true, through: &block)
            tunnels[index].tell(now: .now + .seconds(1))
            tunnels[index].close()
        }
    }

    /// Returns the poll timeout in milliseconds, or -1 if no tunnel has a deadline or unreported data.
    private static func patience(for tunnels: [Tunnel]) -> Int32 {
        if tunnels.contains(where: \.isReady) { return 0 }
        if tunnels.contains(where: \.hasNews) { return interval }
        guard let deadline = tunnels.lazy.compactMap(\.deadline).min() else { return -1 }
        return Int32(clamping: Int(max(0, (deadline - .now) / .milliseconds(1))) + 1)
    }

    private func closeCancelled(of tunnels: inout [Tunnel]) {
        let cancelled = state.withLock(\.cancelled)
        guard !cancelled.isEmpty else { return }
        let closed = tunnels.filter { cancelled.contains($0.id) }
        for tunnel in closed { tunnel.close(.cancelled) }
        tunnels.removeAll { cancelled.contains($0.id) }
        state.withLock { state in
            state.cancelled.subtract(closed.map(\.id))
            state.count -= closed.count
        }
    }

    private func takeAdded() -> [Tunnel] {
        state.withLock { state in
            defer { state.added = [] }
            return state.added
        }
    }
}
