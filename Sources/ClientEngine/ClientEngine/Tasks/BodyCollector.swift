/// Checks a body while it arrives: its size, its content coding and its end.
///
/// The events contain the received bytes, so the collector does not keep them. It keeps decoded bytes if there is a
/// content coding. Of a body whose parts replace each other (`multipart/x-mixed-replace`), it keeps the newest part.
struct BodyCollector {
    /// The consumer of the body.
    enum Purpose {
        /// The record, which limits the size of the body.
        case collecting
        /// A receiver of decoded bytes.
        case passing
        /// A receiver of the bytes before content decoding.
        ///
        /// The record keeps as much as its limit allows and as can be decoded.
        case overhearing
    }

    /// The maximum number of bytes that are kept.
    private let limit: Int
    private let purpose: Purpose
    private var decoder: ContentDecoder?
    private let isUnknown: Bool
    private var decoded: [UInt8] = []
    private var received = 0
    private var newest: MixedReplaceReader?

    init(_ head: ResponseHead, limits: Limits, purpose: Purpose = .collecting) {
        limit = limits.collectedBody
        self.purpose = purpose
        let codings = head.has(.contentEncoding) ? ContentDecoder.codings(in: head.headers) : []
        decoder = codings.isEmpty ? nil : ContentDecoder(codings: codings, limits: limits)
        isUnknown = decoder == nil && !codings.isEmpty
        if decoder?.isIdentity == true { decoder = nil }
        if purpose == .collecting { newest = MixedReplaceReader(head) }
    }

    /// Indicates whether the record keeps the next bytes as received.
    ///
    /// If the parts of the body replace each other, the whole body is not kept.
    var leavesBytesToRecord: Bool {
        newest == nil && (purpose != .overhearing || received <= limit)
    }

    /// Processes bytes of the body, and returns them decoded.
    ///
    /// - Throws: An error if a limit is reached, or if the bytes cannot be decoded.
    @discardableResult
    mutating func receive(_ bytes: [UInt8]) throws(ClientError) -> [UInt8] {
        received += bytes.count
        if purpose == .overhearing {
            overhear(bytes)
            return bytes
        }
        let plain = try decoder?.decode(bytes) ?? bytes
        if purpose == .passing { return plain }
        newest?.receive(plain)
        if decoder != nil, newest == nil { decoded += plain }
        let size = newest?.count ?? max(received, decoded.count)
        guard size <= limit else {
            throw ClientError(
                .limit, .receive, "the body is larger than \(limit >> 20) MiB",
                hint: "raise the limit, or ask the server for less")
        }
        return plain
    }

    /// Decodes bytes for the record.
    ///
    /// The record has no decoded body if it would be too large or cannot be decoded.
    private mutating func overhear(_ bytes: [UInt8]) {
        guard let decoder else { return }
        if let plain = try? decoder.decode(bytes) { decoded += plain } else { self.decoder = nil }
        if max(received, decoded.count) > limit { self.decoder = nil }
        if self.decoder == nil { decoded = [] }
    }

    /// Returns the decoded body, or `nil` if it equals the received bytes.
    ///
    /// - Throws: An error if the encoded data is incomplete.
    mutating func finish() throws(ClientError) -> [UInt8]? {
        guard received > 0 else { return nil }
        if purpose == .overhearing {
            if (try? decoder?.finish()) == nil { decoder = nil }
        } else {
            try decoder?.finish()
        }
        return partial
    }

    /// The anomalies of the content coding, which are complete at the end of the body.
    var anomalies: [Anomaly] {
        if isUnknown { return received > 0 ? [.unknownCoding] : [] }
        return decoder?.hasTrailingBytes == true ? [.bytesBehindCoding] : []
    }

    /// The decoded bytes so far, or `nil` if they equal the received bytes.
    var partial: [UInt8]? {
        if let newest { return newest.part }
        return decoder == nil || purpose == .passing ? nil : decoded
    }
}
