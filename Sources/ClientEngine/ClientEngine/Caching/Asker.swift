/// The identity of a sender.
///
/// A cache never gives the responses for one sender to another.
///
/// A client may send requests for many users. These parts of a request identify a user: `Authorization` and other
/// fields with secrets, fields that name a user or a tenant, all fields that credentials add, and a login or a
/// certificate of the connection. ``CachedResponse/isSelected(by:)`` compares cookies; a key in a query is part of the
/// URL. Only a digest is stored.
struct Asker: RawRepresentable, Sendable, Hashable, Codable {
    /// An anonymous sender.
    static let nobody = Asker(rawValue: "")

    let rawValue: String

    init(rawValue digest: String) {
        rawValue = digest
    }

    /// Creates the identity of the sender of a request.
    ///
    /// `proof` has the names of the fields that credentials added, in lower case.
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
        // Lengths before the parts separate them unambiguously.
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
