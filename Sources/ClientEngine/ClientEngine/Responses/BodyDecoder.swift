/// Decodes the content codings of a body that arrives in pieces (RFC 9110, section 8.4).
///
/// ``Event/Kind/received(_:)`` has bytes as they were on the wire; an observer decodes them with it. It may be used from one
/// thread at a time.
public final class BodyDecoder {
    private let decoder: ContentDecoder?

    /// Creates a decoder for the body that follows a head; bodies of an unknown coding stay as they are.
    public init(_ head: ResponseHead, limits: Limits = Limits()) {
        decoder = ContentDecoder(codings: ContentDecoder.codings(in: head.headers), limits: limits)
    }

    /// Decodes the next bytes, as far as they allow.
    ///
    /// - Throws: `decode` for broken data, `limit` for a body that exceeds `limits`; the decoder cannot be used afterwards.
    public func decode(_ bytes: [UInt8]) throws(ClientError) -> [UInt8] {
        try decoder?.decode(bytes) ?? bytes
    }
}
