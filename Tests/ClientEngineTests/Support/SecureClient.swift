import ClientEngine
import InspectorSandbox

extension SandboxServer {
    /// A client that sends to it over TLS, and trusts its authority.
    func secureClient(_ change: (inout ClientConfiguration) -> Void = { _ in }) -> Client {
        Client(baseURL: httpsURL) {
            $0.connections.tls.certificateAuthorities = caFile
            change(&$0)
        }
    }
}
