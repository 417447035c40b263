extension ResponseHead {
    /// The reason why the length of the body is ambiguous (RFC 9112, section 6.3), where libcurl would guess.
    var frameError: ClientError? {
        guard (100...999).contains(status) else {
            return ClientError(.protocolViolation, .wait, "the status line “\(statusLine)” has no status")
        }
        guard Self.versions.contains(httpVersion) || Self.versions.contains(httpVersion.uppercased()) else {
            return ClientError(
                .protocolViolation, .wait, "there is no such version as in the status line “\(statusLine)”")
        }
        guard !beginsWithFold else {
            return ClientError(
                .protocolViolation, .receive,
                "the first line after the status line continues a field that did not begin")
        }
        if status == 101 {
            return ClientError(
                .protocolViolation, .receive, "the server switched protocols without being asked")
        }
        let codings = transferCodings
        if codings.filter({ $0 == "chunked" }).count > 1 {
            return ClientError(.protocolViolation, .receive, "the body is chunked more than once")
        }
        guard codings.isEmpty, plainLength == nil else { return nil }
        let lengths = headers.values(of: "Content-Length")
        guard !lengths.isEmpty else { return nil }
        let distinct = Set(
            lengths.flatMap { $0.split(at: ",").map { $0.trimming { $0 == " " || $0 == "\t" } } })
        guard distinct.count == 1, let only = distinct.first, only.allSatisfy(\.isASCIIDigit),
            Int(only) != nil
        else {
            let shown = lengths.joined(separator: ", ")
            return ClientError(
                .protocolViolation, .receive, "the Content-Length “\(shown)” is not one number")
        }
        return nil
    }

    private static let versions = ["HTTP/1.1", "HTTP/2", "HTTP/1.0", "HTTP/3"]

    /// Indicates whether the line after the status line continues a field.
    private var beginsWithFold: Bool {
        guard let end = wireBytes.firstIndex(of: 0x0A), end + 1 < wireBytes.count else { return false }
        return wireBytes[end + 1].isBlank
    }

    /// The length that the head states once, if it consists of digits only, as is usual.
    var plainLength: Int? {
        var length: Int?
        for field in headers where field.isNamed("Content-Length") {
            guard length == nil, let number = field.withRawValue(Int.init(digits:)) else { return nil }
            length = number
        }
        return length
    }

    /// Returns whether only the end of the connection ends the body (RFC 9112, section 6.3).
    func isEndedByClose(_ method: HTTPMethod) -> Bool {
        hasBody(method) && !has(.contentLength) && !isChunked && httpVersion.hasPrefix("HTTP/1")
    }

    /// Returns whether a response to a method may have a body (RFC 9110, section 6.4.1).
    func hasBody(_ method: HTTPMethod) -> Bool { method != .head && status != 204 && status != 304 }

    /// The first line as received, limited to a readable length.
    private var statusLine: String {
        String(decoding: wireBytes.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(100), as: UTF8.self)
    }

    var isChunked: Bool { transferCodings.contains("chunked") }

    /// The transfer codings in the order in which they were applied, in lower case.
    private var transferCodings: [String] {
        guard has(.transferEncoding) else { return [] }
        return headers.values(of: "Transfer-Encoding").flatMap { $0.split(at: ",") }
            .map { $0.filter { !$0.isWhitespace }.lowercased() }
    }
}

extension Int {
    /// Parses a number of at most 18 digits.
    ///
    /// Returns `nil` for any other text.
    fileprivate init?(digits: UnsafeBufferPointer<UInt8>) {
        guard (1...18).contains(digits.count) else { return nil }
        self = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            self = self * 10 + Int(digit & 0x0F)
        }
    }
}

extension Substring {
    /// Returns the text without characters at both ends for which the closure returns `true`.
    fileprivate func trimming(_ isDropped: (Character) -> Bool) -> Substring {
        var rest = drop(while: isDropped)
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
