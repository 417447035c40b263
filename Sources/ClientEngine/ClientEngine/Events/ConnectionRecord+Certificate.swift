import FoundationEssentials

extension ConnectionRecord {
    /// A certificate that a server showed (X.509, RFC 5280).
    ///
    /// It is kept in its bytes, and read when somebody first asks what it says; its copies share what was read. Any thread
    /// may ask.
    public struct Certificate: Sendable, Hashable {
        let content: CertificateContent

        init(_ content: CertificateContent) {
            self.content = content
        }

        /// Creates a description of one whose bytes are not known.
        package init(
            subject: String, issuer: String, names: [String] = [],
            validity: (from: Date?, to: Date?) = (nil, nil), fingerprint: String? = nil
        ) {
            content = CertificateContent(
                CertificateFacts(
                    subject: subject, issuer: issuer, names: names, notBefore: validity.from,
                    notAfter: validity.to, fingerprint: fingerprint))
        }

        /// Whom it names, as in `CN = example.com`.
        public var subject: String { content.facts.subject }
        /// The name of the signer.
        public var issuer: String { content.facts.issuer }
        /// The host names and addresses it is for.
        public var names: [String] { content.facts.names }
        /// The beginning of its validity.
        package var notBefore: Date? { content.facts.notBefore }
        /// The end of its validity.
        public var notAfter: Date? { content.facts.notAfter }
        /// The SHA-256 digest of the certificate, in hexadecimal digits.
        package var fingerprint: String? { content.facts.fingerprint }
        /// The certificate itself, in DER; empty when it is not known.
        package var der: [UInt8] { content.der }

        /// The whole days that it is still valid; negative when it has expired.
        package func daysLeft(at date: Date) -> Int? {
            notAfter.map { Int(($0.timeIntervalSince(date) / 86_400).rounded(.down)) }
        }
    }
}
