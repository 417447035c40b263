import CEngineEpoll
import Glibc

/// Waits for sockets with epoll, and registers them lazily.
///
/// libcurl requests "remove" at the end of a transfer and "read" at the start of the next one on the same connection.
/// Performing both at once would cost two system calls for each request, so a socket stays registered until it has an
/// unwanted event.
///
/// Used only on the loop thread, and calls no other code. Its state therefore has no runtime checks for exclusive
/// access.
final class SocketPoller {
    /// A socket that is ready for reading or writing, with libcurl's `CURL_CSELECT_*` bits.
    struct Ready {
        var descriptor: Int32
        var mask: Int32
    }

    struct Interest {
        var wanted: UInt32 = 0
        var registered: UInt32 = 0
        /// Indicates whether the poller is notified when the socket closes.
        ///
        /// Other sockets must be removed at once.
        var isConnection = false
        /// The number of consecutive write events without a write.
        var idleWritings = 0
        /// Indicates whether the socket is not watched for writing, regardless of `wanted`.
        var isHeld = false
        /// The number of the connection, or a negative number if there is none.
        var connection = -1
        /// Indicates whether responses follow each other on the socket, as far as is known.
        var isSequential = true

        var watched: UInt32 { isHeld ? wanted & ~EPOLLOUT.rawValue : wanted }
    }

    /// The result of the last wait.
    @exclusivity(unchecked) private(set) var ready: [Ready] = []
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    /// The interest in each socket, by its descriptor.
    @exclusivity(unchecked) var interests: [Interest] = []
    /// The sockets that are not watched for writing.
    @exclusivity(unchecked) var held: Set<Int32> = []
    @exclusivity(unchecked) private var buffer = [epoll_event](repeating: epoll_event(), count: 256)

    deinit {
        close(epoll)
    }

    /// Watches a descriptor for reading, permanently.
    func watch(_ descriptor: Int32) {
        want(EPOLLIN.rawValue, of: descriptor)
    }

    /// Sets the wanted events of a socket: `EPOLLIN`, `EPOLLOUT`, both, or 0 for none.
    func want(_ mask: UInt32, of descriptor: Int32) {
        makeRoom(for: descriptor)
        var interest = interests[Int(descriptor)]
        if mask == 0, !interest.isConnection {
            if interest.registered != 0 { control(EPOLL_CTL_DEL, descriptor, 0) }
            interests[Int(descriptor)] = Interest()
            return
        }
        interest.wanted = mask
        interests[Int(descriptor)] = interest
        if mask != 0 { register(descriptor) }
    }

    func register(_ descriptor: Int32) {
        let interest = interests[Int(descriptor)]
        guard interest.watched != interest.registered else { return }
        control(interest.registered == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, interest.watched)
        interests[Int(descriptor)].registered = interest.watched
    }

    /// Registers the new socket of a connection.
    ///
    /// ``forget(_:)`` is called when it closes.
    func adopt(_ descriptor: Int32) {
        makeRoom(for: descriptor)
        interests[Int(descriptor)] = Interest(isConnection: true)
    }

    /// Returns whether the socket of a connection is open.
    func isOpen(_ descriptor: Int32) -> Bool { interests[Int(descriptor)].isConnection }

    /// Removes a socket that is being closed.
    ///
    /// The kernel removes its registration.
    func forget(_ descriptor: Int32) {
        held.remove(descriptor)
        guard Int(descriptor) < interests.count else { return }
        interests[Int(descriptor)] = Interest()
    }

    /// Registers the socket of a new connection.
    func note(_ connection: Connections.Known) {
        guard let socket = connection.socket else { return }
        interests[Int(socket)].connection = connection.id
    }

    /// Records that frames may arrive on a connection at any time.
    func noteMultiplexed(_ connection: Connections.Known) {
        if let socket = openSocket(of: connection) { interests[Int(socket)].isSequential = false }
    }

    /// Returns the socket of a connection with sequential responses, or `nil` for any other connection.
    func sequentialSocket(of connection: Connections.Known) -> Int32? {
        openSocket(of: connection).flatMap { interests[Int($0)].isSequential ? $0 : nil }
    }

    /// Returns the socket of a connection, or `nil` if it was closed.
    func openSocket(of connection: Connections.Known) -> Int32? {
        connection.socket.flatMap { interests[Int($0)].connection == connection.id ? $0 : nil }
    }

    /// Waits until a socket is ready or the time is over.
    ///
    /// A negative time waits without limit.
    func wait(milliseconds: Int32) {
        ready.removeAll(keepingCapacity: true)
        let count = epoll_wait(epoll, &buffer, Int32(buffer.count), milliseconds)
        for index in 0..<max(0, Int(count)) {
            handle(buffer[index])
        }
    }

    private func handle(_ event: epoll_event) {
        let descriptor = event.data.fd
        guard Int(descriptor) < interests.count, interests[Int(descriptor)].registered != 0 else { return }
        guard interests[Int(descriptor)].wanted != 0 else {
            control(EPOLL_CTL_DEL, descriptor, 0)
            interests[Int(descriptor)].registered = 0
            return
        }
        var mask: Int32 = 0
        if event.events & EPOLLIN.rawValue != 0 { mask |= 0x01 }
        if event.events & EPOLLOUT.rawValue != 0 { mask |= 0x02 }
        if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { mask |= 0x04 }
        ready.append(Ready(descriptor: descriptor, mask: mask))
    }

    func makeRoom(for descriptor: Int32) {
        let missing = Int(descriptor) + 1 - interests.count
        if missing > 0 { interests += Array(repeating: Interest(), count: missing + 16) }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ mask: UInt32) {
        var event = epoll_event()
        event.events = mask
        event.data.fd = descriptor
        if epoll_ctl(epoll, operation, descriptor, &event) != 0, operation == EPOLL_CTL_MOD, errno == ENOENT {
            epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
        } else if operation == EPOLL_CTL_ADD, errno == EEXIST {
            epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event)
        }
    }
}
