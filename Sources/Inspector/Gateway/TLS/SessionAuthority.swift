import ClientEngine
import EngineSupport
import InspectorHTTPServer

/// A certificate authority for one session, with all keys in memory.
///
///     root ── signs, then discards its key ──▶ intermediate: the named hosts and names below ── signs ──▶ server certificates
///
/// Trusting the root means trusting these hosts for a week and nothing else, because no further intermediate can be
/// made.
package final class SessionAuthority: Sendable {
    private static let mostServers = 256

    /// The certificate of the root, in PEM.
    package let certificate: String
    let intermediate: Certificate
    private let servers = Locked<[String: TLSServer]>([:])

    /// Creates an authority that can certify only these hosts.
    package init(for hosts: [OpenedHost]) throws {
        // Kinds of names without a constraint would be permitted entirely.
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

    /// Returns the server with a certificate for a host, which must be one of the named hosts.
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
