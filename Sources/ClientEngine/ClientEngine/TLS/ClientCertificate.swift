/// A certificate with its private key, which a client sends to servers that request it.
public struct ClientCertificate: Sendable, Hashable, CustomStringConvertible {
    enum Source: Sendable, Hashable {
        case files(certificate: String, key: String)
        case pem(certificate: [UInt8], key: [UInt8])
        case pkcs12File(String)
        case pkcs12([UInt8])
    }

    private let hiddenSource: Hidden<Source>
    private let hiddenPassword: Hidden<String?>

    var source: Source { hiddenSource.secret }
    var password: String? { hiddenPassword.secret }

    private init(_ source: Source, password: String?) {
        hiddenSource = Hidden(source)
        hiddenPassword = Hidden(password)
    }

    /// Uses two files in PEM.
    ///
    /// Without a second file, the key is in the first one. The first file may also contain intermediate certificates.
    /// The password decrypts the key.
    public init(file: String, keyFile: String? = nil, password: String? = nil) {
        self.init(.files(certificate: file, key: keyFile ?? file), password: password)
    }

    /// Uses two texts in PEM.
    ///
    /// Without a second text, the key is in the first one.
    public init(pem: String, key: String? = nil, password: String? = nil) {
        self.init(.pem(certificate: Array(pem.utf8), key: Array((key ?? pem).utf8)), password: password)
    }

    /// Uses a file in PKCS #12 (RFC 7292) with its password.
    public init(pkcs12File file: String, password: String? = nil) {
        self.init(.pkcs12File(file), password: password)
    }

    /// Uses the bytes of a PKCS #12 file (RFC 7292) with its password.
    public init(pkcs12 bytes: [UInt8], password: String? = nil) {
        self.init(.pkcs12(bytes), password: password)
    }

    /// The format and the file, without secrets.
    public var description: String {
        switch source {
        case .files(let certificate, _): "PEM in \(certificate)"
        case .pem: "PEM"
        case .pkcs12File(let file): "PKCS #12 in \(file)"
        case .pkcs12: "PKCS #12"
        }
    }
}
