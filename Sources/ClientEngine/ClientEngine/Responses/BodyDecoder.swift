/// Takes the content codings off a body that arrives in pieces (RFC 9110, section 8.4).
///
/// For whoever reads bodies from events, where they are as they were on the wire. Belongs to one thread.
package final class BodyDecoder {
    private let decoder: ContentDecoder?

    /// Begins the body behind a head; what has a coding that is not known stays as it is.
    package init(_ head: ResponseHead, limits: Limits = Limits()) {
        decoder = ContentDecoder(codings: ContentDecoder.codings(in: head.headers), limits: limits)
    }

    /// Decodes the next bytes, as far as they allow.
    ///
    /// - Throws: `decode` for broken data, `limit` for a body that grows too large; the decoder is of no use then.
    package func decode(_ bytes: [UInt8]) throws(ClientError) -> [UInt8] {
        try decoder?.decode(bytes) ?? bytes
    }
}
