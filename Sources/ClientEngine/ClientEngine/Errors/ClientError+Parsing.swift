import EngineJSON

extension ClientError {
    /// Says that a complete response could not be parsed; JSON that ends too early is `truncated`, all else `decode`.
    init(parsing response: Response, _ thrown: any Error) {
        if let error = thrown as? ClientError {
            self = error
        } else if response.isTruncatedJSON(thrown) {
            self.init(
                .truncated, .process, "the JSON ends before it is complete: \(thrown)",
                hint: "the server, or something on the way, cut it off", underlying: thrown)
        } else {
            self.init(.decode, .process, "\(thrown)", underlying: thrown)
        }
    }

    /// Returns whether it came of an error that parsing threw.
    func isMade(of thrown: any Error) -> Bool {
        if let error = thrown as? ClientError { return error == self }
        return phase == .process && message.hasSuffix("\(thrown)")
    }
}

extension Response {
    /// Returns whether parsing failed because the JSON in the body ends too early, whichever parser it was.
    fileprivate func isTruncatedJSON(_ thrown: any Error) -> Bool {
        if let error = thrown as? JSONError { return error.kind == .truncated }
        guard thrown is DecodingError else { return false }
        do throws(JSONError) {
            _ = try JSONValue(parsing: utf8Body)
            return false
        } catch {
            return error.kind == .truncated
        }
    }
}
