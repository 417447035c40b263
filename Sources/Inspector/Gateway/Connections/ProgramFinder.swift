import ClientEngine
import EngineSupport
import Glibc
import InspectorHTTPServer

/// Identifies the program at the other end of a connection on this machine.
///
///     ports ── sock_diag, /proc/net/tcp ──▶ socket number ── /proc/PID/fd ──▶ process ── /proc/PID/cmdline ──▶ name
///
/// This happens once for each connection, on a separate thread, with a few milliseconds of processor time. It finds
/// no programs of other users, and none that has ended meanwhile.
package final class ProgramFinder: Sendable {
    private static let patience = Duration.milliseconds(50)
    private static let mostKnown = 16

    /// The processes found most recently, newest first.
    ///
    /// Most connections come from them.
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

    /// The processor time used by this thread.
    ///
    /// Unlike real time, it does not depend on the load of the machine.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Returns the number of the socket bound to port `peer` and connected to `port`, for IPv4 or IPv6.
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

    /// All processes, newest first.
    private static var processes: [Int] { names(in: "/proc").compactMap { Int($0) }.sorted(by: >) }

    /// Returns whether a process has a descriptor of this socket.
    private static func holds(_ process: Int, _ link: [CChar]) -> Bool {
        let folder = "/proc/\(process)/fd"
        var target = [CChar](repeating: 0, count: 64)
        // The newest descriptor usually has the highest number.
        return names(in: folder).reversed().contains { name in
            let count = readlink("\(folder)/\(name)", &target, target.count)
            return count == link.count && target.starts(with: link)
        }
    }

    /// Returns the first word of the command line, without its folder.
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
