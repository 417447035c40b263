import ClientEngine
import EngineSupport
import InspectorHTTPServer

/// Decides which TLS connections are opened: those to the named hosts, unless a program rejected it.
///
///     CONNECT HOST ── not named ───────────────────────────────────▶ tunnel
///          └─ named ─▶ handshake ─▶ requests, like those to https://HOST
///                          └─ refused ─▶ reported, and tunnels from then on, for this program and host
package final class TLSOpener: Sendable {
    enum Choice {
        case open(TLSServer)
        /// Not opened, for the given reason.
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

    /// Returns the decision for a host, or `nil` if it was not named.
    func choice(for url: RequestURL, by program: AskingProgram?) -> Choice? {
        guard hosts.contains(where: { $0.covers(url) }) else { return nil }
        if case .refused(let why)? = experiences.withLock({ $0[Self.key(url, program)] }) {
            return .pass(why)
        }
        guard let server = try? authority.server(for: url) else { return .pass("no certificate can be made") }
        return .open(server)
    }

    /// Records that a program sent a request within an opened connection.
    func noteOpened(_ url: RequestURL, by program: AskingProgram?) {
        note(.opened, url, program)
    }

    /// Records that a connection could not be opened.
    ///
    /// Returns the sentence to report. Returns `nil` if the program sent requests before, because it may have
    /// disconnected for another reason.
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
