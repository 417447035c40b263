import InspectorSandbox
import InspectorTestSupport

extension RawClient {
    /// Sends one request on a new connection.
    static func fetch(
        _ target: String, from server: SandboxServer, headers: [String] = []
    ) throws -> RawResponse {
        let client = try RawClient(port: server.port)
        client.request(target, headers: headers)
        return try client.response()
    }
}
