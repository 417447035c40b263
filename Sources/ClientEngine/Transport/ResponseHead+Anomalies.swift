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
        note(.spaceBeforeColon, if: headers.contains { $0.rawName.last == 0x20 || $0.rawName.last == 0x09 })
        note(.emptyFieldName, if: headers.contains { $0.rawName.isEmpty })
        note(.oddFieldName, if: headers.contains { $0.hasOddName })
        note(
            .repeatedLength,
            if: headers["Content-Length"]?.utf8.contains(0x2C) == true
                || headers.count(of: "Content-Length") > 1)
        note(.oddChunks, if: isChunked && httpVersion == "HTTP/1.0")
        note(.lengthAndChunks, if: isChunked && headers["Content-Length"] != nil)
        note(.repeatedField, if: Self.singletons.contains { headers.count(of: $0) > 1 })
        return found
    }

    /// Whether a status line that came as text names another version than HTTP/1's.
    var hasUnusualVersion: Bool { !["HTTP/1.0", "HTTP/1.1"].contains(httpVersion) }

    /// Tells whether trailers hold what must not stand there.
    static func areForbidden(_ trailers: Headers) -> Bool {
        notInTrailers.contains { trailers[$0] != nil }
    }

    /// What is odd about the ends of the lines.
    private struct LineEnds {
        var hasBareLineFeed = false
        var hasBareCarriageReturn = false
        var hasFoldedLine = false
    }

    private var lineEnds: LineEnds {
        var found = LineEnds()
        var last: UInt8 = 0
        for byte in wireBytes {
            switch (last, byte) {
            case (0x0D, 0x0A): break
            case (0x0D, _): found.hasBareCarriageReturn = true
            case (_, 0x0A): found.hasBareLineFeed = true
            case (0x0A, 0x20), (0x0A, 0x09): found.hasFoldedLine = true
            default: break
            }
            last = byte
        }
        return found
    }
}

extension Headers.Field {
    /// Whether its name holds what no name may (RFC 9110, section 5.6.2), besides white space at its end.
    fileprivate var hasOddName: Bool {
        let end = rawName.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? -1
        return !rawName[...end].allSatisfy(\.isOfToken)
    }
}
