import Glibc

extension ResponseHead {
    /// Fields that trailers must not contain (RFC 9110, section 6.5.1).
    private static let notInTrailers = [
        "Content-Length", "Transfer-Encoding", "Content-Encoding", "Content-Type", "Content-Range", "Host",
        "Set-Cookie", "Authorization", "Location", "Trailer",
    ]

    /// The anomalies of a head that arrived as HTTP/1 text.
    var anomalies: [Anomaly] {
        var found: [Anomaly] = []
        func note(_ anomaly: Anomaly, if isThere: Bool) { if isThere { found.append(anomaly) } }
        let ends = lineEnds
        note(.bareLineFeed, if: ends.hasBareLineFeed)
        note(.bareCarriageReturn, if: ends.hasBareCarriageReturn)
        note(.foldedField, if: ends.hasFoldedLine)
        let fields = fieldFaults
        note(.spaceBeforeColon, if: fields.hasSpaceBeforeColon)
        note(.emptyFieldName, if: fields.hasEmptyName)
        note(.oddFieldName, if: fields.hasOddName)
        note(.repeatedLength, if: fields.hasRepeatedLength)
        let isChunked = isChunked
        note(.oddChunks, if: isChunked && httpVersion == "HTTP/1.0")
        note(.lengthAndChunks, if: isChunked && fields.hasLength)
        note(.repeatedField, if: fields.hasRepeatedSingleton)
        return found
    }

    /// Indicates whether the status line of a text head has a version other than those of HTTP/1.
    var hasUnusualVersion: Bool { httpVersion != "HTTP/1.1" && httpVersion != "HTTP/1.0" }

    /// Returns whether trailers contain forbidden fields.
    static func areForbidden(_ trailers: Headers) -> Bool {
        !trailers.isEmpty && notInTrailers.contains { trailers.contains($0) }
    }

    /// The anomalies of line ends.
    private struct LineEnds {
        var hasBareLineFeed = false
        var hasBareCarriageReturn = false
        var hasFoldedLine = false
    }

    private var lineEnds: LineEnds {
        var found = LineEnds()
        wireBytes.withUnsafeBytes { bytes in
            for line in HeadLines(wireBytes) {
                let text = UnsafeRawBufferPointer(rebasing: bytes[line])
                if let first = text.first, first.isBlank { found.hasFoldedLine = true }
                let hasReturn = text.last == 0x0D
                if !hasReturn { found.hasBareLineFeed = true }
                guard let start = text.baseAddress, hasReturn || !text.isEmpty else { continue }
                if memchr(start, 0x0D, text.count - (hasReturn ? 1 : 0)) != nil {
                    found.hasBareCarriageReturn = true
                }
            }
        }
        return found
    }

    /// The anomalies of the fields and their names.
    private struct FieldFaults {
        var hasSpaceBeforeColon = false
        var hasEmptyName = false
        var hasOddName = false
        var hasLength = false
        var hasRepeatedLength = false
        var hasRepeatedSingleton = false
    }

    private var fieldFaults: FieldFaults {
        var found = FieldFaults()
        var singletons: UInt8 = 0
        for field in headers {
            field.withRawName { name in
                var end = name.count
                if end == 0 { found.hasEmptyName = true }
                while end > 0, name[end - 1].isBlank { end -= 1 }
                if end < name.count { found.hasSpaceBeforeColon = true }
                // Finds characters that a name must not contain (RFC 9110, section 5.6.2). Most names have only letters
                // and hyphens.
                for byte in name[..<end] where !(0x61...0x7A ~= byte | 0x20 || byte == 0x2D) {
                    if !byte.isOfToken { found.hasOddName = true }
                }
            }
            if field.isNamed("Content-Length") {
                if found.hasLength || field.rawValue.contains(0x2C) { found.hasRepeatedLength = true }
                found.hasLength = true
            }
            let singleton = field.singleton
            if singletons & singleton != 0 { found.hasRepeatedSingleton = true }
            singletons |= singleton
        }
        return found
    }
}

extension Headers.Field {
    /// A bit for each field that may occur only once (RFC 9110, section 5.3), or 0 for any other field.
    fileprivate var singleton: UInt8 {
        if isNamed("Content-Type") { return 1 }
        if isNamed("Location") { return 2 }
        if isNamed("Content-Range") { return 4 }
        if isNamed("ETag") { return 8 }
        return isNamed("Last-Modified") ? 16 : 0
    }
}
