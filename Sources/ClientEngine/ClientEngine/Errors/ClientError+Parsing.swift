import EngineJSON

extension ClientError {
    /// Creates the error of a complete response that could not be parsed: `truncated` for incomplete JSON, `decode` for
    /// all else.
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

    /// Returns whether the error was created from an error of parsing.
    func isMade(of thrown: any Error) -> Bool {
        if let error = thrown as? ClientError { return error == self }
        return phase == .process && message.hasSuffix("\(thrown)")
    }
}

extension Response {
    /// Returns whether parsing failed because the JSON in the body is incomplete, with any parser.
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
