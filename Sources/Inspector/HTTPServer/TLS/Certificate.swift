import CEngineOpenSSL

/// A certificate with its private key, both only in memory.
///
/// `@unchecked Sendable` is sound: the pointer is a constant, the object that it points to is not changed after its
/// creation, and OpenSSL counts references atomically.
package final class Certificate: @unchecked Sendable {
    package struct Description {
        package var commonName: String
        /// The subject alternative names in OpenSSL's syntax, such as `DNS:localhost,IP:127.0.0.1`.
        package var names: String?
        /// The name constraints of an authority in OpenSSL's syntax, or `nil` for no constraints.
        package var mayCertify: String?
        /// The number of authorities allowed below this one, or `nil` if the certificate is no authority.
        package var pathLength: Int?
        /// The validity period, in seconds from now.
        package var validity: ClosedRange<Int> = -3600...(7 * 86_400)

        package init(
            commonName: String, names: String? = nil, mayCertify: String? = nil, pathLength: Int? = nil
        ) {
            self.commonName = commonName
            self.names = names
            self.mayCertify = mayCertify
            self.pathLength = pathLength
        }
    }

    let pointer: OpaquePointer

    package init(_ description: Description, signedBy issuer: Certificate? = nil) throws {
        let made = description.commonName.withCString { commonName in
            Self.withOptional(description.names) { names in
                Self.withOptional(description.mayCertify) { constraints in
                    cossl_certificate_create(
                        cossl_description(
                            common_name: commonName, alternative_names: names, name_constraints: constraints,
                            path_length: Int32(description.pathLength ?? -1),
                            not_before: description.validity.lowerBound,
                            not_after: description.validity.upperBound),
                        issuer?.pointer)
                }
            }
        }
        guard let made else { throw ServerError(because: "OpenSSL cannot make a certificate") }
        pointer = made
    }

    deinit {
        cossl_certificate_destroy(pointer)
    }

    package var pem: String { text(cossl_certificate_pem) }

    package var keyPEM: String { text { cossl_key_pem($0, nil, $1, $2) } }

    package func keyPEM(password: String) -> String { text { cossl_key_pem($0, password, $1, $2) } }

    package func pkcs12(password: String) -> [UInt8] { bytes { cossl_pkcs12($0, password, $1, $2) } }

    private func text(_ write: (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int) -> Int) -> String {
        String(decoding: bytes(write), as: UTF8.self)
    }

    private func bytes(_ write: (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int) -> Int) -> [UInt8] {
        // Generated certificates have about 900 bytes.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { buffer in
            let length = write(pointer, buffer.baseAddress, buffer.count)
            return Array(UnsafeRawBufferPointer(buffer).prefix(length))
        }
    }

    private static func withOptional<Result>(
        _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        text.map { $0.withCString(body) } ?? body(nil)
    }
}
