import Foundation
import InspectorHTTPServer
import InspectorTestSupport
import Testing

/// Forwards between a TLS client and a server, and tampers with the server's records as a test requires.
///
/// It does not decrypt them. A record is a header of five bytes, followed by as many bytes as the header says (RFC
/// 8446, section 5.1).
final class TamperingProxy: Sendable {
    /// The treatment of a record.
    enum Fate: Sendable {
        case passes
        /// One bit in the middle is flipped.
        case isChanged
        /// The record is dropped, and the connection is reset.
        case resets
    }

    let port: UInt16
    private let listener: Int32

    /// Calls `fate` for each record of more than 8 KiB, which contains a body, with its number on the connection,
    /// from 1.
    init(before server: UInt16, _ fate: @escaping @Sendable (_ large: Int) -> Fate) throws {
        let listener = socket(AF_INET, Socket.streamType, 0)
        self.listener = listener
        var address = Self.address(port: 0)
        let isBound = withUnsafeBytes(of: &address) {
            bind(
                listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
        }
        guard isBound, listen(listener, 8) == 0 else { throw ServerError("listen") }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutableBytes(of: &address) {
            getsockname(listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { Self.carry(client, to: server, fate) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Forwards bytes in both directions until either side ends.
    private static func carry(_ client: Int32, to port: UInt16, _ fate: (Int) -> Fate) {
        let server = socket(AF_INET, Socket.streamType, 0)
        defer {
            close(server)
            close(client)
        }
        var address = address(port: port)
        let isConnected = withUnsafeBytes(of: &address) {
            connect(server, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count)) == 0
        }
        guard isConnected else { return }
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while let bytes = read(from: client, atMost: 16_384), write(bytes, to: server) {}
            shutdown(server, Int32(SHUT_WR))
            isOver.signal()
        }
        carryRecords(from: server, to: client, fate)
        shutdown(client, Int32(SHUT_RD))
        isOver.wait(for: "the end of what the client sends")
    }

    private static func carryRecords(from server: Int32, to client: Int32, _ fate: (Int) -> Fate) {
        var large = 0
        while let head = read(exactly: 5, from: server) {
            guard var body = read(exactly: Int(head[3]) << 8 | Int(head[4]), from: server) else { break }
            large += body.count > 8192 ? 1 : 0
            switch body.count > 8192 ? fate(large) : .passes {
            case .passes: break
            case .isChanged: body[body.count / 2] ^= 1
            case .resets:
                var hard = linger(l_onoff: 1, l_linger: 0)
                setsockopt(client, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
                return
            }
            guard write(head + body, to: client) else { return }
        }
        shutdown(client, Int32(SHUT_WR))
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }

    private static func read(exactly count: Int, from socket: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = read(from: socket, atMost: count - bytes.count) else { return nil }
            bytes += more
        }
        return bytes
    }

    private static func read(from socket: Int32, atMost count: Int) -> [UInt8]? {
        var block = [UInt8](repeating: 0, count: count)
        let got = recv(socket, &block, count, 0)
        return got > 0 ? Array(block[..<got]) : nil
    }

    private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress, $0.count, Socket.sendFlags)
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }
}
