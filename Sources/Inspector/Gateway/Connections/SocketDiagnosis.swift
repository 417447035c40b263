import Glibc
import InspectorHTTPServer

/// Asks the kernel about one connection of this machine (sock_diag(7)).
///
/// This takes microseconds. Reading the table of all connections takes tens of milliseconds.
enum SocketDiagnosis {
    private static let protocolNumber: Int32 = 4
    private static let question: UInt16 = 20
    private static let headLength = 16

    /// Returns whether a program still has the socket at the other end of a connection.
    ///
    /// A program that only finished sending still has it. One that closed its socket or ended does not. The
    /// connection itself shows the same state in both cases. Returns `false` if the kernel does not answer.
    static func isHeld(peerOf socket: Socket) -> Bool {
        inode(ofPeer: socket.peerPort, at: socket.localPort) != nil
    }

    /// Returns the number of the socket bound to port `peer` of 127.0.0.1 and connected to `port`.
    ///
    /// Returns `nil` if there is no such socket or the kernel does not answer.
    static func inode(ofPeer peer: UInt16, at port: UInt16) -> Int? {
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_NETLINK, kind, protocolNumber)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let message = message(peer, port)
        guard send(descriptor, message, message.count, 0) == message.count else { return nil }
        var answer = [UInt8](repeating: 0, count: 1_024)
        // The kernel answers before `send` returns.
        let count = recv(descriptor, &answer, answer.count, Int32(MSG_DONTWAIT))
        let place = headLength + 68
        guard count >= place + 4,
            answer.withUnsafeBytes({ $0.load(fromByteOffset: 4, as: UInt16.self) }) == question
        else { return nil }
        let inode = answer.withUnsafeBytes { $0.load(fromByteOffset: place, as: UInt32.self) }
        return inode == 0 ? nil : Int(inode)
    }

    /// Returns an `nlmsghdr` followed by an `inet_diag_req_v2` for TCP in any state.
    private static func message(_ peer: UInt16, _ port: UInt16) -> [UInt8] {
        var request: [UInt8] = [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0]
        request.append(UInt32.max)
        request.append(peer.bigEndian)
        request.append(port.bigEndian)
        for _ in 0..<2 { request += [127, 0, 0, 1] + [UInt8](repeating: 0, count: 12) }
        request.append(UInt32(0))
        // No cookie, which matches any socket.
        request.append(UInt64.max)
        var message: [UInt8] = []
        message.append(UInt32(headLength + request.count))
        message.append(question)
        // NLM_F_REQUEST
        message.append(UInt16(1))
        message.append(UInt64(0))
        return message + request
    }
}

extension [UInt8] {
    fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
    }
}
