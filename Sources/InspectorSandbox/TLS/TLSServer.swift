import CEngineOpenSSL
import InspectorHTTPServer

/// The part that all TLS connections of a port have in common: the certificate and the rules.
///
/// `@unchecked Sendable` is sound: the pointer is a constant, the settings are not changed once made, and OpenSSL
/// guards the rest of what it leads to with locks of its own.
final class TLSServer: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Shows the certificate, followed by that of its issuer; with an authority, clients must show one of its.
    init(
        _ certificate: Certificate, issuer: Certificate? = nil, isOutdated: Bool = false,
        speaksHTTP2: Bool = false, clientAuthority: Certificate? = nil
    ) throws {
        let options = cossl_server_options(
            is_outdated: isOutdated ? 1 : 0, speaks_http2: speaksHTTP2 ? 1 : 0,
            client_authority: clientAuthority?.pointer)
        guard let made = cossl_server_create(certificate.pointer, issuer?.pointer, options) else {
            throw ServerError(because: "OpenSSL cannot make a TLS server")
        }
        pointer = made
    }

    deinit {
        cossl_server_destroy(pointer)
    }

    /// Returns a session that the caller destroys; nil when memory ran out.
    func session(on descriptor: Int32) -> OpaquePointer? {
        cossl_session_create(pointer, descriptor)
    }
}
