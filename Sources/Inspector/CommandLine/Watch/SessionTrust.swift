import ClientEngine
import Glibc
import InspectorGateway
import InspectorWorkspace

/// The means by which a program trusts the authority of a session: variables, and where the system allows it a file in the
/// place of the system's roots, which this program alone sees.
///
///     the roots that a program would trust, and ours ──▶ inspector-watch.…/roots.pem ─┬─ SSL_CERT_FILE, …
///                                                                                     └─ over the system's file
///
/// The files hold nothing that is secret. Nobody else can read their folder, and it is gone with the session.
final class SessionTrust {
    /// Variables with files that are read instead of other roots, and those with files that are read beside them.
    private static let replacing = [
        "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO", "CARGO_HTTP_CAINFO",
        "AWS_CA_BUNDLE", "PIP_CERT", "PERL_LWP_SSL_CA_FILE", "NIX_SSL_CERT_FILE",
        "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", "HTTPLIB2_CA_CERTS", "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE",
    ]
    private static let adding = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"]
    /// The files in which Debian, Fedora, openSUSE and Alpine keep their roots.
    private static let places = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]
    private static let mostOfRoots = 16 << 20

    let opener: TLSOpener
    let variables: [(name: String, value: String)]
    /// Nil where the system allows none.
    let cover: FileCover?
    /// The way in which the program is given the certificates, in words.
    let summary: String
    private let folder: TemporaryFolder

    /// Makes an authority for these hosts, and the files for a program that would have this environment.
    init(for hosts: [OpenedHost], in environment: [String: String]) throws {
        let authority = try SessionAuthority(for: hosts)
        opener = TLSOpener(hosts, by: authority)
        let system = Self.places.first { access($0, R_OK) == 0 }
        var files: [(path: String, text: String)] = []
        var names: [String: String] = [:]
        func name(ofRootsIn path: String?, text: String?) -> String {
            if let name = names[path ?? ""] { return name }
            let name = files.isEmpty ? "roots.pem" : "roots-\(files.count + 1).pem"
            files.append((name, (text.map { $0 + "\n" } ?? "") + authority.certificate))
            names[path ?? ""] = name
            return name
        }
        let systemName = name(ofRootsIn: system, text: system.flatMap(Self.roots))
        let named = Self.replacing.map { variable in
            let path = environment[variable] ?? environment["SSL_CERT_FILE"]
            let text = path.flatMap(Self.roots)
            return (variable, text == nil ? systemName : name(ofRootsIn: path, text: text))
        }
        let added = Self.adding.map { variable in
            let text = environment[variable].flatMap(Self.roots)
            return (variable, name(ofRootsIn: text == nil ? variable : environment[variable], text: text))
        }
        let folder = try TemporaryFolder(files, for: "watch")
        variables = (named + added).map { ($0, "\(folder.path)/\($1)") }
        let wanted = system.map { FileCover(file: "\(folder.path)/\(systemName)", place: $0) }
        self.folder = folder
        let refusal = wanted?.refusal ?? ENOENT
        cover = refusal == 0 ? wanted : nil
        let place = system ?? Self.places[0]
        summary =
            refusal == 0
            ? "by variables, and over \(place) for this program alone"
            : "by variables alone; \(place) cannot be covered: \(String(cString: strerror(refusal)))"
    }

    /// The text of a file of roots; nil where there is none.
    private static func roots(in path: String) -> String? {
        guard let bytes = try? RegularFile(path).contents(limit: mostOfRoots) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
