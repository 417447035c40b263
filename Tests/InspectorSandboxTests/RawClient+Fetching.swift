import InspectorSandbox
import InspectorTestSupport

extension RawClient {
    /// One request on a connection of its own.
    static func fetch(
        _ target: String, from server: SandboxServer, headers: [String] = []
    ) throws -> RawResponse {
        let client = try RawClient(port: server.port)
        client.request(target, headers: headers)
        return try client.response()
    }
}
