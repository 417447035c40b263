import ClientEngine
import EngineSupport
import InspectorHTTPServer

/// Decides whose TLS is opened: that of the hosts that were named, unless a program does not want it.
///
///     CONNECT HOST ── not named ───────────────────────────────────▶ tunnel
///          └─ named ─▶ handshake ─▶ requests, as of https://HOST
///                          └─ refused ─▶ a row says so, and from then on a tunnel, for this program and this host
package final class TLSOpener: Sendable {
    enum Choice {
        case open(TLSServer)
        /// The words say why not.
        case pass(String)
    }

    private enum Experience { case opened, refused(String) }

    private static let mostExperiences = 1_000

    package let hosts: [OpenedHost]
    private let authority: SessionAuthority
    private let experiences = Locked<[String: Experience]>([:])

    package init(_ hosts: [OpenedHost], by authority: SessionAuthority) {
        (self.hosts, self.authority) = (hosts, authority)
    }

    /// Nil for a host that was not named.
    func choice(for url: RequestURL, by program: AskingProgram?) -> Choice? {
        guard hosts.contains(where: { $0.covers(url) }) else { return nil }
        if case .refused(let why)? = experiences.withLock({ $0[Self.key(url, program)] }) {
            return .pass(why)
        }
        guard let server = try? authority.server(for: url) else { return .pass("no certificate can be made") }
        return .open(server)
    }

    /// Notes that a program has asked something within an opened connection.
    func noteOpened(_ url: RequestURL, by program: AskingProgram?) {
        note(.opened, url, program)
    }

    /// Notes that a connection could not be opened; returns the sentence to tell, nil where there is nothing to be learned
    /// from it: a program that has asked before may leave for other reasons.
    func noteRefusal(
        of url: RequestURL, by program: AskingProgram?, _ error: TLSStream.HandshakeError?
    ) -> String? {
        let name = program?.name ?? "the program"
        if error?.alert == nil, case .opened? = experiences.withLock({ $0[Self.key(url, program)] }) {
            return nil
        }
        let why = "\(name) \(Self.reason(of: error))"
        note(.refused(why), url, program)
        return "\(why); from now on it is passed through, not decrypted"
    }

    private static func reason(of error: TLSStream.HandshakeError?) -> String {
        guard let error else {
            return "has left without a request, as programs do that do not trust our certificates"
        }
        switch error.reason {
        case let reason? where error.alert != nil:
            return "refuses our certificates (\(reason))"
        case nil, "unexpected eof while reading": return "has not finished the handshake"
        case "callback failed": return "names another host in its handshake"
        case "no application protocol": return "does not speak HTTP/1.1, which alone is opened"
        case let reason?: return "speaks no TLS that can be opened (\(reason))"
        }
    }

    private func note(_ experience: Experience, _ url: RequestURL, _ program: AskingProgram?) {
        experiences.withLock { known in
            if known.count >= Self.mostExperiences { known.removeAll() }
            known[Self.key(url, program)] = experience
        }
    }

    private static func key(_ url: RequestURL, _ program: AskingProgram?) -> String {
        "\(url.origin) \(program?.name ?? "")"
    }
}
