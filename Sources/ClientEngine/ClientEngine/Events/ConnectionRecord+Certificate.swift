import FoundationEssentials

extension ConnectionRecord {
    /// A certificate that a server sent (X.509, RFC 5280).
    ///
    /// It is stored as bytes and parsed on first use. Copies share the result. Any thread may use it.
    public struct Certificate: Sendable, Hashable {
        let content: CertificateContent

        init(_ content: CertificateContent) {
            self.content = content
        }

        /// Creates a description of a certificate whose bytes are not known.
        public init(
            subject: String, issuer: String, names: [String] = [],
            validity: (from: Date?, to: Date?) = (nil, nil), fingerprint: String? = nil
        ) {
            content = CertificateContent(
                CertificateFacts(
                    subject: subject, issuer: issuer, names: names, notBefore: validity.from,
                    notAfter: validity.to, fingerprint: fingerprint))
        }

        /// The subject, such as `CN = example.com`.
        public var subject: String { content.facts.subject }
        /// The issuer, in the same form.
        public var issuer: String { content.facts.issuer }
        /// The host names and addresses for which the certificate is valid.
        public var names: [String] { content.facts.names }
        /// The start of the validity, or `nil` if it is unknown.
        public var notBefore: Date? { content.facts.notBefore }
        /// The end of the validity, or `nil` if it is unknown.
        public var notAfter: Date? { content.facts.notAfter }
        /// The SHA-256 digest of the certificate in hexadecimal digits, or `nil` if it is unknown.
        public var fingerprint: String? { content.facts.fingerprint }
        /// The certificate in DER, or an empty array if it is unknown.
        public var der: [UInt8] { content.der }

        /// Returns the number of whole days until the end of the validity, negative after it, or `nil` if the end is
        /// unknown.
        public func daysLeft(at date: Date) -> Int? {
            notAfter.map { Int(($0.timeIntervalSince(date) / 86_400).rounded(.down)) }
        }
    }
}
