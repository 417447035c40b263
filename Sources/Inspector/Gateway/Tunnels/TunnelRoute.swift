import ClientEngine
import InspectorValues

/// The upstream proxies of tunnels, from the environment or a flag.
///
/// A machine may have no other access to the network.
package struct TunnelRoute: Sendable {
    private let proxy: RequestURL?
    /// The hosts to connect to directly, in lower case and without a leading dot.
    private let direct: [String]

    /// Reads the environment variables for https.
    ///
    /// A named proxy takes precedence.
    package init(proxy named: String?, environment: [String: String]) {
        let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        let text = named ?? names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        proxy = text.flatMap { try? RequestURL(parsing: $0.contains("://") ? $0 : "http://\($0)") }
        let hosts = named == nil ? environment["no_proxy"] ?? environment["NO_PROXY"] ?? "" : ""
        direct = hosts.lowercased().split(at: ",").map { entry in
            let name = entry.trimmingOptionalSpace
            return String(name.first == "." ? name.dropFirst() : name)
        }
    }

    /// Returns the upstream proxy for a host, or `nil` for a direct connection.
    func proxy(for host: String) -> RequestURL? {
        let host = host.lowercased()
        let isDirect = direct.contains { $0 == "*" || host == $0 || !$0.isEmpty && host.hasSuffix("." + $0) }
        return isDirect ? nil : proxy
    }
}
