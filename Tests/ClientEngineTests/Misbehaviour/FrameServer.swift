import EngineSupport
import InspectorHTTPServer
import InspectorSandbox

@testable import ClientEngine

/// A server of HTTP/2 (RFC 9113) whose frames are made by hand, over TLS.
struct FrameServer {
    /// What becomes of a request.
    enum Reply: Sendable {
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
        /// These bytes in one piece; then the connection stays open.
        case sends([UInt8])
        /// These bytes in one piece; then the connection is closed.
        case ends([UInt8])
        /// These bytes, and then these for as long as the client takes them.
        case floods([UInt8], [UInt8])
    }

    /// When it replies.
    enum Moment: Sendable {
        /// When the request is complete.
        case behindBody
        /// When the request's head is there.
        case behindHead
    }

    let server: SandboxServer
    private let seen: Locked<Int>

    /// Asks the closure about each request, by the number of its connection and its number on there, from 1; the second
    /// connection and later ones may speak HTTP/1.1.
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

    /// Plays a script of its own on each connection, once the client has said that it speaks HTTP/2.
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

    /// How many requests it has read.
    var receipts: Int { seen.withLock { $0 } }

    var client: Client { client { _ in } }

    func client(_ change: (inout ClientConfiguration) -> Void) -> Client {
        Client(baseURL: server.httpsURL) {
            $0.connections.tls.certificateAuthorities = server.caFile
            change(&$0)
        }
    }

    /// Reads frames until a request is there, and gives its stream; nil when the connection ends.
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

    /// Replies; false when the connection is over.
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
        // DATA belongs to a stream.
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
