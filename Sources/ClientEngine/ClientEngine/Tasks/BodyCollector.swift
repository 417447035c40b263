/// Checks a body while it arrives: its size, its content coding, its end.
///
/// Keeps nothing of the wire bytes, which the events carry; keeps the decoded ones where there is a coding, and of a
/// body that replaces itself (`multipart/x-mixed-replace`) the newest part.
struct BodyCollector {
    /// The readers of the body.
    enum Purpose {
        /// The record: it is limited in size.
        case collecting
        /// Somebody who takes the bytes as they come.
        case passing
        /// Somebody who takes the bytes as they are on the wire; the record keeps what it has room for and can decode.
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

    /// Indicates whether the record keeps the next bytes as they are on the wire.
    ///
    /// If each part of the body takes the place of the one before, nobody keeps all of it.
    var leavesBytesToRecord: Bool {
        newest == nil && (purpose != .overhearing || received <= limit)
    }

    /// Receives bytes of the body and returns them decoded.
    ///
    /// Throws when a limit is reached or they cannot be decoded.
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

    /// Decodes for the record, which does without where there is too much or it cannot be done.
    private mutating func overhear(_ bytes: [UInt8]) {
        guard let decoder else { return }
        if let plain = try? decoder.decode(bytes) { decoded += plain } else { self.decoder = nil }
        if max(received, decoded.count) > limit { self.decoder = nil }
        if self.decoder == nil { decoded = [] }
    }

    /// The decoded body, nil where it is what was on the wire.
    ///
    /// Throws when the coded stream is not complete.
    mutating func finish() throws(ClientError) -> [UInt8]? {
        guard received > 0 else { return nil }
        if purpose == .overhearing {
            if (try? decoder?.finish()) == nil { decoder = nil }
        } else {
            try decoder?.finish()
        }
        return partial
    }

    /// The oddities of the content coding; complete at the end.
    var anomalies: [Anomaly] {
        if isUnknown { return received > 0 ? [.unknownCoding] : [] }
        return decoder?.hasTrailingBytes == true ? [.bytesBehindCoding] : []
    }

    /// The bytes so far; nil where they are those on the wire.
    var partial: [UInt8]? {
        if let newest { return newest.part }
        return decoder == nil || purpose == .passing ? nil : decoded
    }
}
