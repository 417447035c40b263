extension Transfer {
    /// Rejects a head whose first field line starts with a blank, as if it continued a field, before libcurl stores it.
    ///
    /// Version 7.88 appends such a line to the last field of the previous response, whose memory it has freed, so that
    /// a server could crash the program. A line that starts with a carriage return is not stored. The method is
    /// unnecessary if `Curl_headers_cleanup` resets the last field, as in version 8.14. The failure is the same with
    /// all versions.
    func refuseFoldedFirstField(_ line: UnsafeMutablePointer<CChar>, _ size: Int) {
        guard head.hasStatusLineAlone, size > 0, UInt8(bitPattern: line[0]).isBlank else { return }
        line[0] = CChar(bitPattern: 0x0D)
        failure = failure ?? .foldedFirstField
    }
}

extension ClientError {
    fileprivate static var foldedFirstField: ClientError {
        ClientError(
            .protocolViolation, .receive,
            "the first field of the response's head continues a field that has not begun")
    }
}
