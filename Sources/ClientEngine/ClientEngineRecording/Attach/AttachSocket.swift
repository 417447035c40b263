import ClientEngine
import Glibc

/// The Unix socket between programs and `inspector attach`: where it is, and who may be at its other end.
///
/// A program needs ``ClientEngine/Client/attach(to:)`` alone; this is for those who listen there. The page docs/attach.md has the format.
public struct AttachSocket: Sendable {
    /// The version of what is said over it; it grows when something disappears or changes its meaning.
    public static let version = 1
    /// The mark behind what an inspector begins with.
    public static let ready = "ready"
    /// The variable that tells programs where it is.
    public static let variable = "INSPECTOR_SOCK"

    /// The file that programs connect to.
    public let path: String

    /// Names a socket by its file; nothing is opened.
    public init(_ path: String) {
        self.path = path
    }

    /// Where it is when nobody says: in the folder that the system gives to each user, or else in one of our own.
    public static var standard: AttachSocket {
        let folder = variable("XDG_RUNTIME_DIR")
        return AttachSocket(
            folder.hasPrefix("/") ? "\(folder)/inspector.sock" : "/tmp/inspector-\(geteuid())/inspector.sock")
    }

    /// The socket that the variable names; nil where it is not set.
    public static var named: AttachSocket? {
        let path = variable(variable)
        return path.isEmpty ? nil : AttachSocket(path)
    }

    /// A variable of the process; empty where it is not set, or a program runs as another user than the one who set it.
    private static func variable(_ name: String) -> String {
        guard getuid() == geteuid(), getgid() == getegid() else { return "" }
        return getenv(name).map { String(cString: $0) } ?? ""
    }

    /// Calls a closure with a new socket, which never blocks, and its address; the closure tells whether that went well.
    ///
    /// - Throws: What the system says, as a text.
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

    /// Connects to whoever listens, unless that is another user; the caller closes the descriptor, which never blocks.
    ///
    /// - Throws: What the system says, `EPERM` for another user.
    public func connect() throws(SocketError) -> Int32 {
        let descriptor = try open { Glibc.connect($0, $1, $2) == 0 }
        guard Self.peer(of: descriptor)?.uid == geteuid() else {
            close(descriptor)
            throw SocketError(path: path, code: EPERM)
        }
        return descriptor
    }

    /// The user and the process at the other end; nil where the system does not know.
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
        /// The socket, or its folder.
        public let path: String
        /// The number of the system's error (`errno`).
        public let code: Int32

        /// Creates an error of the system.
        public init(path: String, code: Int32) {
            self.path = path
            self.code = code
        }

        /// The reason as a sentence for people, without its full stop.
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

/// Lines that come and go over a socket that never blocks; what comes is bounded by line, what goes by whoever writes.
///
/// It belongs to one thread, and closes the socket when it goes.
public struct LineChannel: ~Copyable {
    /// The socket.
    public let descriptor: Int32
    private var input: [UInt8] = []
    /// The numbers of bytes of the input that were taken, and searched for the end of a line.
    private var taken = 0
    private var searched = 0
    private var output: [UInt8] = []
    private var sent = 0
    private var block = [UInt8](repeating: 0, count: 64 << 10)

    /// Takes over an open socket that does not block.
    public init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The bytes that the other end has not taken yet.
    public var unsent: Int { output.count - sent }
    /// The bytes of a line whose end has not come yet.
    public var unread: Int { input.count - taken }

    /// Adds a line, without its end, to what ``flush()`` sends.
    public mutating func write(_ line: [UInt8]) {
        output += line
        output.append(0x0A)
    }

    /// Sends what the other end takes; false where nobody is there any more.
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

    /// Receives what has come, up to a block, and returns how much that is; nil at the end.
    public mutating func receive() -> Int? {
        let count = read(descriptor, &block, block.count)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : nil }
        input += block[..<count]
        return count
    }

    /// Takes the next line that is there in whole.
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
