import ClientEngine
import Glibc

/// The Unix socket between programs and `inspector attach`: its location, and the user who may use it.
///
/// A program only needs `Client.attach(to:)`. This type is for the process that listens. The page docs/attach.md
/// describes the format.
public struct AttachSocket: Sendable {
    /// The version of the protocol.
    ///
    /// It increases when a message disappears or changes its meaning.
    public static let version = 1
    /// The event that an inspector sends after its initial messages.
    public static let ready = "ready"
    /// The environment variable with the path of the socket.
    public static let variable = "INSPECTOR_SOCK"

    /// The path of the socket.
    public let path: String

    /// Creates a reference to a socket.
    ///
    /// Nothing is opened.
    public init(_ path: String) {
        self.path = path
    }

    /// The default socket: in the folder that the system gives to each user, otherwise in our own folder.
    public static var standard: AttachSocket {
        let folder = variable("XDG_RUNTIME_DIR")
        return AttachSocket(
            folder.hasPrefix("/") ? "\(folder)/inspector.sock" : "/tmp/inspector-\(geteuid())/inspector.sock")
    }

    /// The socket that the environment variable names, or `nil` if the variable is not set.
    public static var named: AttachSocket? {
        let path = variable(variable)
        return path.isEmpty ? nil : AttachSocket(path)
    }

    /// Returns a variable of the process.
    ///
    /// The value is empty if the variable is not set, and if the process runs as another user than the one who started
    /// it.
    private static func variable(_ name: String) -> String {
        guard getuid() == geteuid(), getgid() == getegid() else { return "" }
        return getenv(name).map { String(cString: $0) } ?? ""
    }

    /// Creates a non-blocking socket, and calls a closure with its descriptor and its address.
    ///
    /// The closure returns whether it succeeded.
    ///
    /// - Throws: The error of the system.
    public func open(
        _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws(SocketError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count, !path.utf8.contains(0) else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw SocketError(path: path, code: ENAMETOOLONG) }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(path: path, code: errno) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isDone = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use(descriptor, $0, length) }
        }
        guard isDone else {
            let code = errno
            close(descriptor)
            throw SocketError(path: path, code: code)
        }
        return descriptor
    }

    /// Connects to the listening process if it belongs to the same user.
    ///
    /// The caller closes the descriptor, which is non-blocking.
    ///
    /// - Throws: The error of the system, or `EPERM` if the process belongs to another user.
    public func connect() throws(SocketError) -> Int32 {
        let descriptor = try open { Glibc.connect($0, $1, $2) == 0 }
        guard Self.peer(of: descriptor)?.uid == geteuid() else {
            close(descriptor)
            throw SocketError(path: path, code: EPERM)
        }
        return descriptor
    }

    /// Returns the user and the process at the other end, or `nil` if the system does not know them.
    public static func peer(of descriptor: Int32) -> (uid: uid_t, process: Int)? {
        var peer = [UInt32](repeating: 0, count: 3)
        var length = socklen_t(12)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, length == 12 else {
            return nil
        }
        return (uid: peer[1], process: Int(peer[0]))
    }

    /// The reason why a socket cannot be used.
    public struct SocketError: Error, CustomStringConvertible {
        /// The path of the socket or of its folder.
        public let path: String
        /// The error number of the system (`errno`).
        public let code: Int32

        /// Creates an error from an error number.
        public init(path: String, code: Int32) {
            self.path = path
            self.code = code
        }

        /// The reason as a sentence for people, without a full stop.
        public var description: String {
            switch code {
            case ENOENT, ECONNREFUSED: "nobody listens at \(path)"
            case EADDRINUSE:
                "another inspector listens at \(path); inspector attach SOCKET names another socket"
            case ENOTSOCK: "\(path) is there, and is no socket"
            case EPERM: "\(path) belongs to another user"
            case EAGAIN: "whoever listens at \(path) does not answer"
            case ENAMETOOLONG: "\(path) is too long for a socket, which has room for 107 bytes"
            default: "\(path): \(String(cString: strerror(code)))"
            }
        }
    }
}

/// Lines that are sent and received over a non-blocking socket.
///
/// Limits are up to the caller. A channel belongs to one thread. It closes the socket when it is released.
public struct LineChannel: ~Copyable {
    /// The descriptor of the socket.
    public let descriptor: Int32
    private var input: [UInt8] = []
    /// The number of input bytes that were consumed, and the number that were searched for the end of a line.
    private var taken = 0
    private var searched = 0
    private var output: [UInt8] = []
    private var sent = 0
    private var block = [UInt8](repeating: 0, count: 64 << 10)

    /// Creates a channel that owns an open non-blocking socket.
    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The number of bytes that the other end has not received.
    public var unsent: Int { output.count - sent }
    /// The number of bytes of an incomplete line.
    public var unread: Int { input.count - taken }

    /// Appends a line, without its line feed, to the output that ``flush()`` sends.
    public mutating func write(_ line: [UInt8]) {
        output += line
        output.append(0x0A)
    }

    /// Sends as much output as the socket accepts.
    ///
    /// Returns `false` if the other end has closed the connection.
    public mutating func flush() -> Bool {
        while unsent > 0 {
            let count = output.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            sent += count
            if sent == output.count { (output, sent) = ([], 0) }
        }
        return true
    }

    /// Receives at most one block.
    ///
    /// Returns the number of bytes, or `nil` at the end of the input.
    public mutating func receive() -> Int? {
        let count = read(descriptor, &block, block.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : nil }
        input += block[..<count]
        return count
    }

    /// Returns the next complete line, or `nil` if there is none.
    public mutating func nextLine() -> [UInt8]? {
        guard let end = input[searched...].firstIndex(of: 0x0A) else {
            input.removeFirst(taken)
            (taken, searched) = (0, input.count)
            return nil
        }
        defer { (taken, searched) = (end + 1, end + 1) }
        return Array(input[taken..<end])
    }
}
