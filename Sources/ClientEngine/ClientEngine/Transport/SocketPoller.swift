import CEngineEpoll
import Glibc

/// Waits for sockets with epoll, and registers them lazily.
///
/// libcurl says "remove" at the end of a transfer and "read" at the start of the next one on the same connection.
/// Obeying at once costs two system calls a request, so a socket stays registered until it fires unwanted.
///
/// Lives on the loop thread and calls nobody, so that what is kept of the sockets is not checked for exclusive access when the
/// program runs.
final class SocketPoller {
    /// A socket that can be read or written, with libcurl's `CURL_CSELECT_*` bits.
    struct Ready {
        var descriptor: Int32
        var mask: Int32
    }

    struct Interest {
        var wanted: UInt32 = 0
        var registered: UInt32 = 0
        /// Indicates whether we hear of its closing; what libcurl closes silently must be obeyed at once.
        var isConnection = false
        /// The number of times in a row that it could be written and nobody did.
        var idleWritings = 0
        /// Indicates whether it is not watched for writing, whatever is wanted.
        var isHeld = false
        /// The number of its connection; negative before there is one.
        var connection = -1
        /// Indicates whether answers come one after the other on it, as far as is known.
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

    /// Watches a descriptor for reading, for good.
    func watch(_ descriptor: Int32) {
        want(EPOLLIN.rawValue, of: descriptor)
    }

    /// Says what of a socket matters from now on: `EPOLLIN`, `EPOLLOUT`, both, or 0 for nothing.
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

    /// Takes note of a connection's new socket, whose closing will be told by `forget`.
    func adopt(_ descriptor: Int32) {
        makeRoom(for: descriptor)
        interests[Int(descriptor)] = Interest(isConnection: true)
    }

    /// Returns whether a connection's socket was not closed again.
    func isOpen(_ descriptor: Int32) -> Bool { interests[Int(descriptor)].isConnection }

    /// Forgets a socket that is being closed; the kernel drops its registration by itself.
    func forget(_ descriptor: Int32) {
        held.remove(descriptor)
        guard Int(descriptor) < interests.count else { return }
        interests[Int(descriptor)] = Interest()
    }

    /// Takes note of the socket of a new connection.
    func note(_ connection: Connections.Known) {
        guard let socket = connection.socket else { return }
        interests[Int(socket)].connection = connection.id
    }

    /// Takes note that frames come on a connection whenever the other side likes.
    func noteMultiplexed(_ connection: Connections.Known) {
        if let socket = openSocket(of: connection) { interests[Int(socket)].isSequential = false }
    }

    /// The socket of a connection on which answers come one after the other; nil for others.
    func sequentialSocket(of connection: Connections.Known) -> Int32? {
        openSocket(of: connection).flatMap { interests[Int($0)].isSequential ? $0 : nil }
    }

    /// The socket of a connection; nil if it was closed.
    func openSocket(of connection: Connections.Known) -> Int32? {
        connection.socket.flatMap { interests[Int($0)].connection == connection.id ? $0 : nil }
    }

    /// Sleeps until a socket is ready or the time is over; -1 sleeps without end.
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
