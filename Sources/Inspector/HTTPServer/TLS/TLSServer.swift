import CEngineOpenSSL

/// The part that all TLS connections of a port have in common: the certificate and the rules.
///
/// `@unchecked Sendable` is sound: the pointer is a constant, the settings are not changed once made, and OpenSSL
/// guards the rest of what it leads to with locks of its own.
package final class TLSServer: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Shows the certificate, followed by that of its issuer.
    ///
    /// With an authority, clients must show a certificate of its. With a host, clients that name another one, or speak
    /// other protocols alone, are refused.
    package init(
        _ certificate: Certificate, issuer: Certificate? = nil, isOutdated: Bool = false,
        speaksHTTP2: Bool = false, clientAuthority: Certificate? = nil, host: String? = nil
    ) throws {
        let make = { (host: UnsafePointer<CChar>?) in
            cossl_server_create(
                certificate.pointer, issuer?.pointer,
                cossl_server_options(
                    is_outdated: isOutdated ? 1 : 0, speaks_http2: speaksHTTP2 ? 1 : 0,
                    client_authority: clientAuthority?.pointer, host: host))
        }
        guard let made = host.map({ $0.withCString(make) }) ?? make(nil) else {
            throw ServerError(because: "OpenSSL cannot make a TLS server")
        }
        pointer = made
    }

    deinit {
        cossl_server_destroy(pointer)
    }

    /// Returns a session that the caller destroys; nil when memory ran out.
    func session(on descriptor: Int32, early: ArraySlice<UInt8>) -> OpaquePointer? {
        early.withUnsafeBytes { cossl_session_create(pointer, descriptor, $0.baseAddress, $0.count) }
    }
}
