import CEngineOpenSSL

/// The certificate and settings shared by all TLS connections of a port.
///
/// `@unchecked Sendable` is sound: the pointer is a constant, the settings are not changed after their creation,
/// and OpenSSL protects the rest with internal locks.
package final class TLSServer: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Creates a server that presents a certificate, followed by that of its issuer.
    ///
    /// With `clientAuthority`, clients must present a certificate of that authority. With `host`, clients that name
    /// another host or only speak other protocols are refused.
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

    /// Creates a session, which the caller must destroy.
    ///
    /// Returns `nil` if memory ran out.
    func session(on descriptor: Int32, early: ArraySlice<UInt8>) -> OpaquePointer? {
        early.withUnsafeBytes { cossl_session_create(pointer, descriptor, $0.baseAddress, $0.count) }
    }
}
