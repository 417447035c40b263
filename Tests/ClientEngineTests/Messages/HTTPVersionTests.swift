import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Versions of HTTP that a request asks for", .timeLimit(.minutes(1)))
struct HTTPVersionTests {
    @Test("HTTP/1.0 and HTTP/1.1 are sent as asked", arguments: [HTTPVersion.http10, .http11])
    func textual(version: HTTPVersion) async throws {
        let server = try ScriptedServer(200)
        let client = Client(baseURL: server.url)
        let response = try await client.send(Request.get("/").with { $0.version = version })
        let head = try #require(response.record.lastExchange?.requestHead)
        #expect(String(decoding: head, as: UTF8.self).hasPrefix("GET / \(version.rawValue)\r\n"))
    }

    @Test("HTTP/2 is never replaced by another version: a server that does not speak it is an error")
    func binary() async throws {
        let server = try ScriptedServer(200)
        let client = Client(baseURL: server.url)
        await #expect(throws: ClientError.self) {
            try await client.send(Request.get("/").with { $0.version = .http2 })
        }
    }

    @Test("What the installed libcurl does not speak is refused before anything is sent")
    func unavailable() throws {
        for version in HTTPVersion.allCases {
            #expect(throws: Never.self) { try version.check(features: .max) }
        }
        let error = #expect(throws: ClientError.self) { try HTTPVersion.http3.check(features: 0) }
        #expect(error?.kind == .unsupported)
    }
}
