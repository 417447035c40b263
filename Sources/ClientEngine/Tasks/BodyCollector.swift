/// Checks a body while it arrives: its size, its content coding, its end.
///
/// Keeps nothing of the wire bytes, which the events carry; keeps the decoded ones where there is a coding.
final class BodyCollector {
    private let limits: Limits
    private var decoder: ContentDecoder?
    private let isUnknown: Bool
    private var decoded: [UInt8] = []
    private var received = 0

    init(_ head: ResponseHead, limits: Limits) {
        self.limits = limits
        let codings = ContentDecoder.codings(in: head.headers)
        decoder = codings.isEmpty ? nil : ContentDecoder(codings: codings, limits: limits)
        isUnknown = decoder == nil && !codings.isEmpty
        if decoder?.isIdentity == true { decoder = nil }
    }

    /// Takes bytes of the body.
    ///
    /// Throws when a limit is reached or they cannot be decoded.
    func take(_ bytes: [UInt8]) throws(ClientError) {
        received += bytes.count
        if let decoder { decoded += try decoder.decode(bytes) }
        guard max(received, decoded.count) <= limits.collectedBody else {
            throw ClientError(
                .limit, .receive, "the body is larger than \(limits.collectedBody >> 20) MiB",
                hint: "raise the limit, or ask the server for less")
        }
    }

    /// The decoded body, nil where there is no coding.
    ///
    /// Throws when the coded stream is not complete.
    func finish() throws(ClientError) -> [UInt8]? {
        guard let decoder, received > 0 else { return nil }
        try decoder.finish()
        return decoded
    }

    /// What is odd about the content coding; complete at the end.
    var anomalies: [Anomaly] {
        if isUnknown { return received > 0 ? [.unknownCoding] : [] }
        return decoder?.hasTrailingBytes == true ? [.bytesBehindCoding] : []
    }

    /// What was decoded so far; nil where there is no coding.
    var partial: [UInt8]? { decoder == nil ? nil : decoded }
}
