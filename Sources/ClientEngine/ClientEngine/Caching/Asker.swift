/// The identity of a requester: a cache never gives the answers to one requester to another.
///
/// A client may send requests for many people. These parts of a request identify one: `Authorization` and other fields with
/// secrets, fields that name a user or a tenant, every field that credentials add, a login or a certificate of the connection.
/// ``CachedResponse/isSelected(by:)`` compares cookies; a key in a query is part of the URL. Only a digest is kept.
struct Asker: RawRepresentable, Sendable, Hashable, Codable {
    /// Somebody who proves nothing.
    static let nobody = Asker(rawValue: "")

    let rawValue: String

    init(rawValue digest: String) {
        rawValue = digest
    }

    /// Creates the identity of a request's sender; `proof` names the fields that credentials brought, in lower case.
    init(
        _ headers: Headers, proof: Set<String>, _ login: ConnectionLogin?, _ certificate: ClientCertificate?
    ) {
        var parts = headers.filter { field in
            proof.contains(field.name.lowercased()) || field.identifiesSender && !field.isNamed("Cookie")
        }.map { ["field", $0.name.lowercased(), String(latin1: $0.rawValue)] }
        if let login {
            parts.append(["login", login.scheme.rawValue, login.user, login.password])
        }
        if let certificate { parts.append(["certificate"] + certificate.parts) }
        guard !parts.isEmpty else {
            self = .nobody
            return
        }
        // Lengths in front keep parts apart, whatever they hold.
        let text = parts.sorted { $0.lexicographicallyPrecedes($1) }.map { part in
            part.map { "\($0.utf8.count):\($0)" }.joined()
        }.joined(separator: ";")
        let bytes = Array(text.utf8)
        rawValue = DigestAlgorithm.sha256.hex(bytes) ?? bytes.checksum
    }
}

extension ClientCertificate {
    fileprivate var parts: [String] {
        switch source {
        case .files(let certificate, let key): ["files", certificate, key]
        case .pem(let certificate, let key): ["pem", String(latin1: certificate), String(latin1: key)]
        case .pkcs12File(let file): ["pkcs12File", file]
        case .pkcs12(let bytes): ["pkcs12", String(latin1: bytes)]
        }
    }
}
