//  charset that is known ──▶ it
//  byte order mark ──▶ what it marks
//  valid UTF-8 ──▶ UTF-8
//  text/…, no charset ──▶ ISO-8859-1, what HTTP/1.1 once said
//  bytes that only one East Asian encoding explains ──▶ it
//  else ──▶ UTF-8, with replacement characters

extension TextEncoding {
    /// Determines the encoding of a body from its media type, its byte order mark and its bytes.
    ///
    /// ISO-8859-1 is used only for `text/…` bodies that are not valid UTF-8: it was the default of HTTP once (RFC 9110,
    /// appendix B).
    public init(of body: some Collection<UInt8>, type: MediaType?) {
        let charset = type?["charset"]
        if let charset, let encoding = TextEncoding(named: charset) {
            self = encoding
        } else if let marked = TextEncoding(markedIn: body) {
            self = marked
        } else if TextEncoding.utf8.decodeStrictly(body) != nil {
            self = .utf8
        } else if charset == nil, type?.type.lowercased() == "text" {
            self = .latin1
        } else {
            self = TextEncoding(guessedFrom: body) ?? .utf8
        }
    }

    /// Determines the encoding from the byte order mark of a body.
    ///
    /// Returns `nil` if there is none.
    public init?(markedIn body: some Collection<UInt8>) {
        let head = Array(body.prefix(4))
        let marks: [([UInt8], String)] = [
            ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0x00, 0x00], "UTF-32LE"),
            ([0x00, 0x00, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
        ]
        guard let name = marks.first(where: { head.starts(with: $0.0) })?.1 else { return nil }
        self.init(named: name)
    }

    private init?(guessedFrom body: some Collection<UInt8>) {
        // This sample is enough to recognize an encoding, and limits the cost of trying four encodings.
        let sample = Array(body.prefix(64 << 10))
        let candidates: [(String, ClosedRange<UInt32>, share: Double)] = [
            ("SHIFT_JIS", 0x3040...0x30FF, 0.2), ("EUC-JP", 0x3040...0x30FF, 0.2),
            ("EUC-KR", 0xAC00...0xD7A3, 0.9), ("GB18030", 0x4E00...0x9FFF, 0.5),
        ]
        for (name, typical, share) in candidates {
            guard let encoding = TextEncoding(named: name), let text = encoding.read(sample) else { continue }
            let foreign = text.unicodeScalars.filter { $0.value > 0x7F }
            let hits = foreign.filter { typical.contains($0.value) }
            guard !foreign.isEmpty, Double(hits.count) >= share * Double(foreign.count) else { continue }
            self = encoding
            return
        }
        return nil
    }

    /// Decodes a sample, whose last character may be incomplete.
    private func read(_ sample: [UInt8]) -> String? {
        (0...3).lazy.compactMap { decodeStrictly(sample.dropLast($0)) }.first
    }
}
