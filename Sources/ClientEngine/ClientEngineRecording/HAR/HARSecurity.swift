import ClientEngine
import EngineJSON

/// The negotiated parameters of TLS, in the form of HAR's `_tls` and of `--json`.
public struct HARSecurity: Sendable, Hashable {
    private let tls: ConnectionRecord.TLS

    /// Creates a description of a TLS session.
    public init(_ tls: ConnectionRecord.TLS) {
        self.tls = tls
    }

    /// The version, the cipher, the ALPN protocol, and whether the certificate was verified.
    public var json: JSONValue { .object(session) }

    /// Returns the parameters with the certificates of the server, whose own certificate comes first.
    func json(_ redaction: inout Redaction) -> JSONValue {
        var object = session
        if !tls.certificates.isEmpty {
            object["certificates"] = .array(tls.certificates.map { Self.json($0, &redaction) })
        }
        return .object(object)
    }

    private var session: JSONObject {
        var object: JSONObject = ["version": .string(tls.version), "cipher": .string(tls.cipher)]
        object["alpn"] = tls.applicationProtocol.map { .string($0) }
        object["verified"] = .bool(tls.isVerified)
        return object
    }

    private static func json(
        _ certificate: ConnectionRecord.Certificate, _ redaction: inout Redaction
    ) -> JSONValue {
        var object: JSONObject = [
            "subject": .string(redaction.text(certificate.subject)),
            "issuer": .string(redaction.text(certificate.issuer)),
        ]
        if !certificate.names.isEmpty {
            object["names"] = .array(certificate.names.map { .string(redaction.text($0)) })
        }
        object["validFrom"] = certificate.notBefore.map { .string(HARWriter.timestamp($0)) }
        object["validTo"] = certificate.notAfter.map { .string(HARWriter.timestamp($0)) }
        object["sha256"] = certificate.fingerprint.map { .string($0) }
        return .object(object)
    }
}
