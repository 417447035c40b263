/// Decodes the content codings of a body that arrives in pieces (RFC 9110, section 8.4).
///
/// ``Event/Kind/received(_:)`` contains encoded bytes, which an observer can decode with this type. Use it from one
/// thread at a time.
public final class BodyDecoder {
    private let decoder: ContentDecoder?

    /// Creates a decoder for the body after a head.
    ///
    /// Bodies with an unknown coding stay unchanged.
    public init(_ head: ResponseHead, limits: Limits = Limits()) {
        decoder = ContentDecoder(codings: ContentDecoder.codings(in: head.headers), limits: limits)
    }

    /// Returns the bytes that can be decoded so far after the next encoded bytes.
    ///
    /// - Throws: `decode` for invalid data, and `limit` for a body that exceeds `limits`. The decoder cannot be used
    ///   afterwards.
    public func decode(_ bytes: [UInt8]) throws(ClientError) -> [UInt8] {
        try decoder?.decode(bytes) ?? bytes
    }
}
