import ClientEngine
import RequestFormats
import Testing

extension FinishedExchange {
    /// Returns a response that took 120 ms.
    static func sample(
        _ status: StatusCode = 200, headers: Headers = ["Content-Type": "application/json"],
        body: String = "",
        sent: String = ""
    ) throws -> FinishedExchange {
        try sample(status, headers: headers, bytes: Array(body.utf8), sent: sent)
    }

    /// Returns a response with a binary body.
    static func sample(
        _ status: StatusCode = 200, headers: Headers, bytes: [UInt8], sent: String = ""
    ) throws -> FinishedExchange {
        let request = Request.post("https://a.test/login", body: sent.isEmpty ? .none : .text(sent))
        var story = try Story(request)
        var start = ExchangeStart(method: .post, url: .test("/login"), body: request.body)
        start.body = request.body
        story.at(0, .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start))
        story.at(1, .requestHead(Array("POST /login HTTP/1.1\r\nHost: a.test\r\nX-Trace: 7\r\n\r\n".utf8)))
        story.at(100, .head(ResponseHead(status: status, reason: "Fine", headers: headers)))
        if !bytes.isEmpty { story.at(110, .received(bytes)) }
        story.at(115, .exchangeEnded(ExchangeEnd()))
        story.at(118, .attemptEnded(.response(status: status), retry: nil))
        story.at(120, .taskEnded(.succeeded))
        return try #require(FinishedExchange(story.record))
    }
}

/// Returns the results of the first request's response actions.
func findings(
    _ text: String, on exchange: FinishedExchange?, values: [String: String] = [:]
) throws -> ResponseActions.Results {
    let file = HTTPFile(parsing: text, path: "test.http")
    let resolver = RequestResolver(file, variables: .fixed(values), files: MemoryFiles())
    let responseActions = ResponseActions(of: try #require(file.requests.first))
    return responseActions.results(for: exchange) { (template) throws(ResolveError) in
        try resolver.text(of: template)
    }
}
