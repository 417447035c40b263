import ClientEngine
import InspectorSandbox

extension SandboxServer {
    /// Returns a client that sends over TLS and trusts the server's authority.
    func secureClient(_ change: (inout ClientConfiguration) -> Void = { _ in }) -> Client {
        Client(baseURL: httpsURL) {
            $0.connections.tls.certificateAuthorities = caFile
            change(&$0)
        }
    }
}
