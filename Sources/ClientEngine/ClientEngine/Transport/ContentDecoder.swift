/// Decodes the content codings of a body (RFC 9110, section 8.4) while it arrives.
///
/// libcurl could decode a body, but it discards the received bytes, does not report truncated gzip, and has no limit. A
/// decoder belongs to one thread.
final class ContentDecoder {
    /// The maximum number of codings of a body.
    ///
    /// Regular servers use one.
    static let maximumCodings = 5

    private let layers: [CodingLayer]
    private let limits: Limits
    private var received = 0

    /// Creates a decoder for codings in the order in which they were applied, or returns `nil` if one of them is
    /// unknown.
    init?(codings: [String], limits: Limits) {
        var layers: [CodingLayer] = []
        for coding in codings.reversed() {
            switch coding.lowercased() {
            case "identity": break
            case "x-gzip": layers.append(CodingLayer(.gzip))
            case let name:
                guard let known = CodingLayer.Coding(rawValue: name) else { return nil }
                layers.append(CodingLayer(known))
            }
        }
        self.layers = layers
        self.limits = limits
    }

    /// Returns the codings in the `Content-Encoding` fields of a head, in the order in which they were applied.
    static func codings(in headers: Headers) -> [String] {
        headers.values(of: "Content-Encoding").flatMap { $0.split(at: ",") }
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
            .filter { !$0.isEmpty }
    }

    var isIdentity: Bool { layers.isEmpty }

    /// Indicates whether bytes after the end of the compressed data were discarded.
    ///
    /// Known at the end of the body.
    var hasTrailingBytes: Bool { layers.contains { $0.hasTrailingBytes } }

    /// Decodes the next bytes of the body, as far as possible.
    ///
    /// - Throws: `decode` for invalid data, `limit` for a body that becomes too large. The decoder cannot be used
    ///   afterwards.
    func decode(_ bytes: [UInt8]) throws(ClientError) -> [UInt8] {
        guard layers.count <= Self.maximumCodings else {
            throw ClientError(
                .limit, .receive, "the body has \(layers.count) content codings, one around the other")
        }
        received += bytes.count
        let (product, overflow) = received.multipliedReportingOverflow(by: limits.decodedRatio)
        let allowance = overflow ? Int.max : max(limits.decodedFloor, product)
        var bytes = bytes
        for layer in layers { bytes = try layer.decode(bytes, allowance: allowance) }
        return bytes
    }

    /// Checks that the compressed data is complete.
    ///
    /// An empty body is complete.
    ///
    /// - Throws: `truncated`.
    func finish() throws(ClientError) {
        guard received > 0, layers.contains(where: { !$0.isComplete }) else { return }
        var error = ClientError(
            .truncated, .receive, "the body ends in the middle of its compressed data",
            hint: "What could be decoded is kept.")
        error.bytesReceived = received
        throw error
    }
}
