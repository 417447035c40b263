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
        let ends = lineEnds
        note(.bareLineFeed, if: ends.hasBareLineFeed)
        note(.bareCarriageReturn, if: ends.hasBareCarriageReturn)
        note(.foldedField, if: ends.hasFoldedLine)
        note(.spaceBeforeColon, if: headers.contains { $0.rawName.last?.isBlank == true })
        note(.emptyFieldName, if: headers.contains { $0.rawName.isEmpty })
        note(.oddFieldName, if: headers.contains { $0.hasOddName })
        note(
            .repeatedLength,
            if: headers["Content-Length"]?.utf8.contains(0x2C) == true
                || headers.count(of: "Content-Length") > 1)
        note(.oddChunks, if: isChunked && httpVersion == "HTTP/1.0")
        note(.lengthAndChunks, if: isChunked && headers.contains("Content-Length"))
        note(.repeatedField, if: Self.singletons.contains { headers.count(of: $0) > 1 })
        return found
    }

    /// Whether a status line that came as text names another version than HTTP/1's.
    var hasUnusualVersion: Bool { !["HTTP/1.0", "HTTP/1.1"].contains(httpVersion) }

    /// Tells whether trailers hold what must not stand there.
    static func areForbidden(_ trailers: Headers) -> Bool {
        !trailers.isEmpty && notInTrailers.contains { trailers.contains($0) }
    }

    /// What is odd about the ends of the lines.
    private struct LineEnds {
        var hasBareLineFeed = false
        var hasBareCarriageReturn = false
        var hasFoldedLine = false
    }

    private var lineEnds: LineEnds {
        var found = LineEnds()
        for line in HeadLines(wireBytes) {
            let text = wireBytes[line]
            if let first = text.first, first.isBlank { found.hasFoldedLine = true }
            let hasReturn = text.last == 0x0D
            if !hasReturn { found.hasBareLineFeed = true }
            if text.dropLast(hasReturn ? 1 : 0).contains(0x0D) { found.hasBareCarriageReturn = true }
        }
        return found
    }
}

extension Headers.Field {
    /// Whether its name holds what no name may (RFC 9110, section 5.6.2), besides white space at its end.
    fileprivate var hasOddName: Bool {
        !rawName.reversed().drop(while: \.isBlank).allSatisfy(\.isOfToken)
    }
}
