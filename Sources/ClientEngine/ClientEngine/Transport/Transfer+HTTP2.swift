import CEngineCurl

// The outcome of an exchange over HTTP/2, which its frames show more exactly than libcurl.

extension Transfer {
    /// Returns whether the response is complete, regardless of libcurl's result.
    func isWhole(_ code: CURLcode) -> Bool {
        guard head.isComplete else { return false }
        // Since version 8, libcurl fails if the empty line after the last chunk is missing.
        guard let stream else {
            return code == CURLE_OK || code == CURLE_PARTIAL_FILE && chunks?.hasLastChunk == true
        }
        if stream.isEnded { return bodyReceived == stream.bodyLength }
        return code == CURLE_OK && hasExpectedLength
    }

    /// Indicates whether all data of the stream was passed on.
    var isHandedOn: Bool {
        guard let stream, stream.isEnded else { return false }
        let hasAll = head.isComplete && bodyReceived == stream.bodyLength
        return hasAll && (!stream.hasTrailers || !head.trailers.isEmpty)
    }

    /// Records the last frame.
    ///
    /// Unless there is an upload, later lines of libcurl's log are irrelevant.
    func noteQuietEnd() {
        if !handle.uploads { handle.listen(false) }
    }

    /// Indicates whether the body has the length that the head states.
    var hasExpectedLength: Bool {
        guard let final = head.final else { return false }
        if !final.hasBody(exchangeRequest.method) { return true }
        return final.headers["Content-Length"].flatMap { Int($0) } == bodyReceived
    }

    /// Makes libcurl close the connection at the end.
    func forbidReuse() {
        ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
        handle.forgetSettings()
    }

    /// Returns libcurl's error with the reason that the frames show.
    func told(_ error: ClientError, _ breach: HTTP2Stream.Breach) -> ClientError {
        let target = "\(exchangeRequest.url.host):\(exchangeRequest.url.port)"
        let hasHead = head.isComplete
        var told = error
        switch breach {
        case .reset(let code):
            told.kind = hasHead ? .truncated : .connectionLost
            told.message = "\(target) gave the stream up (\(HTTP2Code.name(code)))"
            told.message += hasHead ? ", \(afterBytes)" : " without an answer"
        case .goAway(let code, let text):
            told.kind = hasHead ? .truncated : .connectionLost
            let words = text.isEmpty ? "" : ": \(text)"
            told.message = "\(target) gave the connection up (\(HTTP2Code.name(code))\(words))"
            told.message += hasHead ? ", \(afterBytes)" : " without an answer"
        case .violation(let words):
            told.kind = .protocolViolation
            told.message = "\(target) broke the rules of HTTP/2: \(words)"
        case .flood:
            told.kind = .limit
            told.message = "\(target) floods the connection with frames that bring nothing"
        }
        told.phase = hasHead ? .receive : max(.wait, deadlines.phase)
        told.hint = nil
        return told
    }

    private var afterBytes: String { "after \(bodyReceived) bytes of the body" }
}
