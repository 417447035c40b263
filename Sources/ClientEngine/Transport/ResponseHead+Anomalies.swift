extension ResponseHead {
    /// Fields of which there can be only one (RFC 9110, section 5.3).
    private static let singletons = ["Content-Type", "Location", "Content-Range", "ETag", "Last-Modified"]
    /// Fields that must not stand behind a body (RFC 9110, section 6.5.1).
    private static let notInTrailers = [
        "Content-Length", "Transfer-Encoding", "Content-Encoding", "Content-Type", "Content-Range", "Host",
        "Set-Cookie", "Authorization", "Location", "Trailer",
    ]

    /// What is odd about the head, where it arrived as HTTP/1 text.
    var anomalies: [Anomaly] {
        var found: [Anomaly] = []
        func note(_ anomaly: Anomaly, if isThere: Bool) { if isThere { found.append(anomaly) } }
        let lines = wireBytes.split(separator: 0x0A).dropFirst()
        note(.bareLineFeed, if: hasBareLineFeed)
        note(.bareCarriageReturn, if: hasBareCarriageReturn)
        note(.foldedField, if: lines.contains { $0.first == 0x20 || $0.first == 0x09 })
        note(.spaceBeforeColon, if: headers.contains { $0.rawName.last == 0x20 || $0.rawName.last == 0x09 })
        note(.emptyFieldName, if: headers.contains { $0.rawName.isEmpty })
        note(
            .repeatedLength,
            if: headers.values(of: "Content-Length").flatMap { $0.split(separator: ",") }.count > 1)
        note(.lengthAndChunks, if: isChunked && headers["Content-Length"] != nil)
        note(.repeatedField, if: Self.singletons.contains { headers.values(of: $0).count > 1 })
        return found
    }

    /// Whether a status line that came as text names another version than HTTP/1's.
    var hasUnusualVersion: Bool { !["HTTP/1.0", "HTTP/1.1"].contains(httpVersion) }

    /// Tells whether trailers hold what must not stand there.
    static func areForbidden(_ trailers: Headers) -> Bool {
        notInTrailers.contains { trailers[$0] != nil }
    }

    private var hasBareLineFeed: Bool {
        zip([0] + wireBytes, wireBytes).contains { $0 != 0x0D && $1 == 0x0A }
    }

    private var hasBareCarriageReturn: Bool {
        zip(wireBytes, wireBytes.dropFirst()).contains { $0 == 0x0D && $1 != 0x0A }
    }
}
