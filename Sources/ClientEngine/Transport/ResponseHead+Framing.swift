extension ResponseHead {
    /// Why the length of the body cannot be known (RFC 9112, section 6.3), where libcurl would take a guess.
    var frameError: ClientError? {
        if status == 101 {
            return ClientError(
                .protocolViolation, .receive, "the server switched protocols without being asked")
        }
        let lengths = headers.values(of: "Content-Length")
        guard !lengths.isEmpty, headers["Transfer-Encoding"] == nil else { return nil }
        let distinct = Set(lengths.flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } })
        guard distinct.count == 1, let only = distinct.first, only.allSatisfy(\.isASCIIDigit),
            Int(only) != nil
        else {
            let shown = lengths.joined(separator: ", ")
            return ClientError(
                .protocolViolation, .receive, "the Content-Length “\(shown)” is not one number")
        }
        return nil
    }

    /// Whether only the end of the connection ends the body (RFC 9112, section 6.3).
    func isEndedByClose(_ method: Method) -> Bool {
        guard httpVersion.hasPrefix("HTTP/1"), method != .head, status != 204, status != 304 else {
            return false
        }
        let isChunked = headers.values(of: "Transfer-Encoding").contains {
            $0.lowercased().contains("chunked")
        }
        return !isChunked && headers["Content-Length"] == nil
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
