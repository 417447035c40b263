import ClientEngine
import EngineSupport
import InspectorHTTPServer

/// A certificate authority that lives as long as a session, with all its keys in memory.
///
///     root ── signs, and its key is gone ──▶ intermediate: the named hosts, and what is below them ── signs ──▶ a server each
///
/// Trusting the root means trusting these hosts for a week and nothing else: nobody can make another intermediate.
package final class SessionAuthority: Sendable {
    private static let mostServers = 256

    /// The root's certificate, in PEM.
    package let certificate: String
    let intermediate: Certificate
    private let servers = Locked<[String: TLSServer]>([:])

    /// Creates an authority that can certify these hosts alone.
    package init(for hosts: [OpenedHost]) throws {
        // Kinds of names that no constraint speaks of would be allowed altogether.
        var constraints = hosts.map(\.constraint)
        if hosts.allSatisfy(\.isAddress) { constraints.append("permitted;DNS:invalid") }
        if !hosts.contains(where: \.isAddress) {
            constraints += ["excluded;IP:0.0.0.0/0.0.0.0", "excluded;IP:::/::"]
        }
        let root = try Certificate(.init(commonName: "inspector watch, for one session", pathLength: 1))
        intermediate = try Certificate(
            .init(
                commonName: "inspector watch, for the named hosts",
                mayCertify: "critical," + constraints.joined(separator: ","), pathLength: 0),
            signedBy: root)
        certificate = root.pem
    }

    /// The server that shows a certificate for a host, which has to be one of those that were named.
    func server(for url: RequestURL) throws -> TLSServer {
        let host = url.tlsName.lowercased()
        return try servers.withLock { servers in
            if let server = servers[host] { return server }
            if servers.count >= Self.mostServers { servers.removeAll() }
            let server = try TLSServer(try certificate(for: host), issuer: intermediate, host: host)
            servers[host] = server
            return server
        }
    }

    func certificate(for host: String) throws -> Certificate {
        let kind = OpenedHost.mask(of: host) == nil ? "DNS" : "IP"
        return try Certificate(
            .init(commonName: "inspector watch", names: "\(kind):\(host)"), signedBy: intermediate)
    }
}
