import ClientEngine
import InspectorValues

/// The proxies that tunnels go through themselves, as the environment or a flag says: a machine may have no other way out.
package struct TunnelRoute: Sendable {
    private let proxy: RequestURL?
    /// The hosts that are asked directly, in lower case; a leading dot is left out.
    private let direct: [String]

    /// Reads the variables for https; a proxy that was named comes before them.
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

    /// The proxy on the way to a host; nil where there is none.
    func proxy(for host: String) -> RequestURL? {
        let host = host.lowercased()
        let isDirect = direct.contains { $0 == "*" || host == $0 || !$0.isEmpty && host.hasSuffix("." + $0) }
        return isDirect ? nil : proxy
    }
}
