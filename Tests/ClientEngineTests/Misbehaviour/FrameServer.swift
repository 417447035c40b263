import HTTPServer
import Sandbox

@testable import ClientEngine

/// A server of HTTP/2 (RFC 9113) whose frames are made by hand, over TLS.
struct FrameServer {
    /// What becomes of a request.
    enum Reply {
        /// 200, without a body.
        case answer
        /// RST_STREAM with this code.
        case reset(UInt32)
        /// GOAWAY, with the last stream that is looked at; then the connection is closed.
        case goAway(last: UInt32)
        /// Bytes that break the rules; then the connection stays open.
        case nonsense
        /// Nothing: the connection is closed.
        case closes
        /// Nothing: the connection is reset.
        case resets
    }

    private enum Kind: UInt8 {
        case data = 0, headers = 1, reset = 3, settings = 4, goAway = 7
    }

    let server: SandboxServer
    private let seen: Locked<Int>

    /// Asks the closure about each request, by the number of its connection and its number on there, from 1; the second
    /// connection and later ones may speak HTTP/1.1.
    init(_ reply: @escaping @Sendable (_ connection: Int, _ request: Int) -> Reply) throws {
        let seen = Locked(0)
        self.seen = seen
        server = try SandboxServer.start(
            tls: .http2,
            raw: { connection in
                let preface = connection.read(24)
                guard preface.starts(with: Array("PRI * HTTP/2.0".utf8)) else {
                    seen.withLock { $0 += 1 }
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    return connection.waitUntilClosed()
                }
                connection.write(Self.frame(.settings, flags: 0, stream: 0, []))
                var count = 0
                while let stream = Self.request(on: connection) {
                    seen.withLock { $0 += 1 }
                    count += 1
                    guard Self.play(reply(connection.number, count), to: stream, on: connection) else {
                        return
                    }
                }
            })
    }

    /// How many requests it has read.
    var receipts: Int { seen.withLock { $0 } }

    var client: Client {
        Client(baseURL: server.httpsURL) { $0.tls.certificateAuthorities = server.caFile }
    }

    /// Reads frames until a request is complete, and gives its stream; nil when the connection ends.
    private static func request(on connection: RawConnection) -> UInt32? {
        while true {
            let head = connection.read(9)
            guard head.count == 9 else { return nil }
            let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
            guard connection.read(length).count == length else { return nil }
            let stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) }
            let isAcknowledgement = head[4] & 1 != 0
            switch Kind(rawValue: head[3]) {
            case .settings where !isAcknowledgement:
                connection.write(frame(.settings, flags: 1, stream: 0, []))
            // END_STREAM
            case .data where head[4] & 1 != 0, .headers where head[4] & 1 != 0: return stream
            default: break
            }
        }
    }

    /// Replies; false when the connection is over.
    private static func play(_ reply: Reply, to stream: UInt32, on connection: RawConnection) -> Bool {
        switch reply {
        // END_HEADERS and END_STREAM; `:status 200` is number 8 of HPACK's table (RFC 7541, appendix A).
        case .answer: return connection.write(frame(.headers, flags: 5, stream: stream, [0x88]))
        case .reset(let code):
            return connection.write(frame(.reset, flags: 0, stream: stream, code.octets))
        case .goAway(let last):
            connection.write(frame(.goAway, flags: 0, stream: 0, last.octets + UInt32(0).octets))
            connection.close()
        // DATA belongs to a stream.
        case .nonsense: return connection.write(frame(.data, flags: 0, stream: 0, [1]))
        case .closes: connection.close()
        case .resets: connection.closeWithReset()
        }
        return false
    }

    private static func frame(_ kind: Kind, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        UInt32(payload.count).octets.dropFirst() + [kind.rawValue, flags] + stream.octets + payload
    }
}

extension UInt32 {
    fileprivate var octets: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
