import EngineSupport
import InspectorHTTPServer
import InspectorSandbox

@testable import ClientEngine

/// A server that keeps its first connection after one answer, and ends it once bytes of a second request have come.
struct DyingServer {
    /// How much of the second request it has read by then.
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

    /// How often a byte of the second request has come, or more.
    var receipts: Int { seen.withLock { $0 } }

    /// A client that has a kept connection to the server.
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
