import EngineSupport
import InspectorHTTPServer
import InspectorSandbox

@testable import ClientEngine

/// An HTTP/2 server (RFC 9113) over TLS whose frames are hand-made.
struct FrameServer {
    /// The reply to a request.
    enum Reply: Sendable {
        /// Status 200 without a body.
        case answer
        /// RST_STREAM with this code.
        case reset(UInt32)
        /// GOAWAY with the last processed stream, then closes the connection.
        case goAway(last: UInt32)
        /// Invalid bytes, and keeps the connection open.
        case nonsense
        /// Closes the connection without a reply.
        case closes
        /// Resets the connection without a reply.
        case resets
        /// These bytes in one piece, and keeps the connection open.
        case sends([UInt8])
        /// These bytes in one piece, then closes the connection.
        case ends([UInt8])
        /// The first bytes once, then the second ones repeatedly while the client reads.
        case floods([UInt8], [UInt8])
    }

    /// The time of the reply.
    enum Moment: Sendable {
        /// After the complete request.
        case behindBody
        /// After the request head.
        case behindHead
    }

    let server: SandboxServer
    private let seen: Locked<Int>

    /// Creates a server that calls `reply` for each request, with the numbers of the connection and of its request,
    /// from 1.
    ///
    /// The second and later connections may use HTTP/1.1.
    init(
        settings: [UInt8] = [], replies moment: Moment = .behindBody,
        _ reply: @escaping @Sendable (_ connection: Int, _ request: Int) -> Reply
    ) throws {
        try self.init { connection, seen in
            connection.write(HTTP2Frame.make(HTTP2Frame.settings, on: 0, settings))
            var count = 0
            while let stream = Self.request(on: connection, moment) {
                seen()
                count += 1
                guard Self.play(reply(connection.number, count), to: stream, on: connection) else { return }
            }
        }
    }

    /// Creates a server that runs a script on each connection after the client has selected HTTP/2.
    init(script: @escaping @Sendable (_ connection: RawConnection, _ seen: () -> Void) -> Void) throws {
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
                script(connection) { seen.withLock { $0 += 1 } }
            })
    }

    /// The number of requests read.
    var receipts: Int { seen.withLock { $0 } }

    var client: Client { client { _ in } }

    func client(_ change: (inout ClientConfiguration) -> Void) -> Client {
        Client(baseURL: server.httpsURL) {
            $0.connections.tls.certificateAuthorities = server.caFile
            change(&$0)
        }
    }

    /// Reads frames until a request has arrived.
    ///
    /// Returns its stream, or `nil` if the connection ends.
    static func request(on connection: RawConnection, _ moment: Moment = .behindBody) -> UInt32? {
        while true {
            let head = connection.read(9)
            guard head.count == 9 else { return nil }
            let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
            guard connection.read(length).count == length else { return nil }
            let stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) }
            let isLast = head[4] & HTTP2Frame.endStream != 0
            switch head[3] {
            case HTTP2Frame.settings where head[4] & 1 == 0:
                connection.write(HTTP2Frame.make(HTTP2Frame.settings, 1, on: 0, []))
            case HTTP2Frame.headers where isLast || moment == .behindHead: return stream
            case HTTP2Frame.data where isLast && moment == .behindBody: return stream
            default: break
            }
        }
    }

    /// Sends a reply.
    ///
    /// Returns `false` if the connection has ended.
    private static func play(_ reply: Reply, to stream: UInt32, on connection: RawConnection) -> Bool {
        switch reply {
        case .answer:
            let flags = HTTP2Frame.endHeaders | HTTP2Frame.endStream
            return connection.write(
                HTTP2Frame.make(HTTP2Frame.headers, flags, on: stream, HTTP2Frame.ok))
        case .reset(let code): return connection.write(HTTP2Frame.reset(code, on: stream))
        case .goAway(let last):
            connection.write(HTTP2Frame.goAway(last: last))
            connection.close()
        // A DATA frame must belong to a stream.
        case .nonsense: return connection.write(HTTP2Frame.make(HTTP2Frame.data, on: 0, [1]))
        case .closes: connection.close()
        case .resets: connection.closeWithReset()
        case .sends(let bytes): return connection.write(bytes)
        case .ends(let bytes):
            connection.write(bytes)
            connection.close()
        case .floods(let bytes, let flood):
            let many = Array([[UInt8]](repeating: flood, count: 1000).joined())
            guard connection.write(bytes) else { return false }
            while connection.write(many) {}
        }
        return false
    }
}
