import FoundationEssentials

extension ConnectionRecord {
    /// A certificate that a server showed (X.509, RFC 5280).
    ///
    /// It is kept as bytes and parsed on first use; copies share the result. It may be used from any thread.
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

        /// The subject, as in `CN = example.com`.
        public var subject: String { content.facts.subject }
        /// The name of the signer, in the same form.
        public var issuer: String { content.facts.issuer }
        /// The host names and addresses it is for.
        public var names: [String] { content.facts.names }
        /// The beginning of its validity; nil when it is not known.
        public var notBefore: Date? { content.facts.notBefore }
        /// The end of its validity; nil when it is not known.
        public var notAfter: Date? { content.facts.notAfter }
        /// The SHA-256 digest of the certificate, in hexadecimal digits; nil when it is not known.
        public var fingerprint: String? { content.facts.fingerprint }
        /// The certificate itself, in DER; empty when it is not known.
        public var der: [UInt8] { content.der }

        /// Returns the number of whole days until the end of its validity, negative after it; nil when the end is not known.
        public func daysLeft(at date: Date) -> Int? {
            notAfter.map { Int(($0.timeIntervalSince(date) / 86_400).rounded(.down)) }
        }
    }
}
