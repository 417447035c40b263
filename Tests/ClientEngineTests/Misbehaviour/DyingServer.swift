import EngineSupport
import InspectorHTTPServer
import InspectorSandbox

@testable import ClientEngine

/// A server that keeps its first connection open after one response, and ends it after receiving bytes of a second
/// request.
struct DyingServer {
    /// The part of the second request that the server reads before it ends the connection.
    enum Point: CaseIterable { case aByte, halfTheHead, all }
    enum Ending: CaseIterable { case closes, resets }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    let server: SandboxServer
    private let seen: Locked<Int>

    init(at point: Point = .all, _ ending: Ending = .closes) throws {
        let seen = Locked(0)
        self.seen = seen
        server = try SandboxServer.start(raw: { connection in
            guard connection.number == 1 else {
                while connection.readRequest() != nil {
                    seen.withLock { $0 += 1 }
                    connection.write(Self.ok)
                }
                return
            }
            guard connection.readRequest() != nil, connection.write(Self.ok), point.isReached(on: connection)
            else { return }
            seen.withLock { $0 += 1 }
            ending == .closes ? connection.close() : connection.closeWithReset()
        })
    }

    /// The number of times that at least one byte of a second request was received.
    var receipts: Int { seen.withLock { $0 } }

    /// Returns a client with an idle connection to the server.
    func client(isSecure: Bool = false, _ change: (inout ClientConfiguration) -> Void = { _ in })
        async throws -> Client
    {
        let client = Client(baseURL: isSecure ? server.httpsURL : server.url) {
            $0.connections.tls.certificateAuthorities = server.caFile
            change(&$0)
        }
        _ = try await client.send(.get("/first"))
        return client
    }
}

extension DyingServer.Point {
    fileprivate func isReached(on connection: RawConnection) -> Bool {
        switch self {
        case .aByte: !connection.read(1).isEmpty
        case .halfTheHead: connection.read(20).count == 20
        case .all: connection.readRequest() != nil
        }
    }
}
