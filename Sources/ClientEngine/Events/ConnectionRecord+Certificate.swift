import Foundation

extension ConnectionRecord {
    /// A certificate that a server showed (X.509, RFC 5280).
    public struct Certificate: Sendable, Hashable {
        /// Whom it names, as in `CN = example.com`.
        public var subject: String
        /// The name of the signer.
        public var issuer: String
        /// The host names and addresses it is for.
        public var names: [String]
        /// When it begins to be valid.
        package var notBefore: Date?
        /// When it ends to be valid.
        public var notAfter: Date?
        /// The SHA-256 digest of the certificate, in hexadecimal digits.
        package var fingerprint: String?
        /// The certificate itself, in DER; empty when it is not known.
        package var der: [UInt8] = []
        /// The public key with its algorithm (SubjectPublicKeyInfo), in DER; empty when it is not known.
        package var publicKey: [UInt8] = []
        /// How many bytes at the end of it are the key alone.
        var bareKeyLength = 0

        /// Creates a description.
        package init(
            subject: String, issuer: String, names: [String] = [],
            validity: (from: Date?, to: Date?) = (nil, nil)
        ) {
            self.subject = subject
            self.issuer = issuer
            self.names = names
            notBefore = validity.from
            notAfter = validity.to
        }

        /// The whole days that it is still valid; negative when it has expired.
        package func daysLeft(at date: Date) -> Int? {
            notAfter.map { Int(($0.timeIntervalSince(date) / 86_400).rounded(.down)) }
        }
    }
}
