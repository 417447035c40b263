import ClientEngine
import EngineSupport
import Glibc
import InspectorHTTPServer

/// Finds the program at the other end of a connection on this machine.
///
///     ports ── sock_diag, /proc/net/tcp ──▶ number of the socket ── /proc/PID/fd ──▶ process ── /proc/PID/cmdline ──▶ name
///
/// Once for each connection, on its own thread, with no more than some milliseconds of processor time: of other users' programs,
/// and of one that has left meanwhile, nothing is known.
package final class ProgramFinder: Sendable {
    private static let patience = Duration.milliseconds(50)
    private static let mostKnown = 16

    /// The processes that were found last, the newest first: most connections are theirs.
    private let known = Locked<[Int]>([])

    package init() {}

    func program(at socket: Socket) -> AskingProgram? {
        let (peer, port) = (socket.peerPort, socket.localPort)
        guard
            let inode = SocketDiagnosis.inode(ofPeer: peer, at: port) ?? Self.inode(ofPeer: peer, at: port)
        else { return nil }
        let deadline = Self.processorTime + Self.patience
        let link = "socket:[\(inode)]".utf8.map { CChar(truncatingIfNeeded: $0) }
        let known = known.withLock(\.self)
        let process =
            known.first { Self.holds($0, link) }
            ?? Self.processes.first { Self.processorTime < deadline && Self.holds($0, link) }
        guard let process, let name = Self.name(of: process) else { return nil }
        self.known.withLock { known in
            known.removeAll { $0 == process }
            known.insert(process, at: 0)
            if known.count > Self.mostKnown { known.removeLast() }
        }
        return AskingProgram(name: name, process: process)
    }

    /// The processor time of this thread: a machine with much to do is no reason to know less.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The number of the socket that is bound to one port and connected to another, in either family of addresses.
    private static func inode(ofPeer peer: UInt16, at port: UInt16) -> Int? {
        let (from, to) = (hexadecimal(peer), hexadecimal(port))
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            for line in bytes(of: table).split(separator: UInt8(ascii: "\n")).dropFirst() {
                let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
                guard fields.count > 9, fields[1].suffix(4) == from, fields[2].suffix(4) == to else {
                    continue
                }
                return Int(String(decoding: fields[9], as: UTF8.self))
            }
        }
        return nil
    }

    private static func hexadecimal(_ port: UInt16) -> ArraySlice<UInt8> {
        let digits = String(port, radix: 16, uppercase: true)
        return Array((String(repeating: "0", count: 4 - digits.count) + digits).utf8)[...]
    }

    /// All processes, the newest first.
    private static var processes: [Int] { names(in: "/proc").compactMap { Int($0) }.sorted(by: >) }

    /// Tells whether a process has a descriptor that is this socket.
    private static func holds(_ process: Int, _ link: [CChar]) -> Bool {
        let folder = "/proc/\(process)/fd"
        var target = [CChar](repeating: 0, count: 64)
        // What was opened last mostly has the highest number.
        return names(in: folder).reversed().contains { name in
            let count = readlink("\(folder)/\(name)", &target, target.count)
            return count == link.count && target.starts(with: link)
        }
    }

    /// The first word of its command line, without the folders before it.
    private static func name(of process: Int) -> String? {
        let word = bytes(of: "/proc/\(process)/cmdline").prefix { $0 != 0 && $0 != 0x20 }
        let name = word.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        return name?.isEmpty == false ? name : nil
    }

    private static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.utf8.first.map({ (0x30...0x39).contains($0) }) == true { names.append(name) }
        }
        return names
    }

    private static func bytes(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(file, &block, block.count)
            guard count > 0, bytes.count < 16 << 20 else { return bytes }
            bytes += block.prefix(count)
        }
    }
}
