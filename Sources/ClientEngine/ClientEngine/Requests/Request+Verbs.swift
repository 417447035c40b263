// Declared for whatever can be sent, so that a client takes them with a leading dot.
extension RequestConvertible where Self == Request {
    /// Makes a GET request; the query follows the URL's own query.
    public static func get(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.get, url: url, query: query, headers: headers)
    }

    /// Makes a HEAD request; the query follows the URL's own query.
    public static func head(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.head, url: url, query: query, headers: headers)
    }

    /// Makes a POST request; the query follows the URL's own query.
    public static func post(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:], body: Body = .none
    ) -> Request {
        Request(.post, url: url, query: query, headers: headers, body: body)
    }

    /// Makes a PUT request; the query follows the URL's own query.
    public static func put(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:], body: Body = .none
    ) -> Request {
        Request(.put, url: url, query: query, headers: headers, body: body)
    }

    /// Makes a PATCH request; the query follows the URL's own query.
    public static func patch(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:], body: Body = .none
    ) -> Request {
        Request(.patch, url: url, query: query, headers: headers, body: body)
    }

    /// Makes a DELETE request; the query follows the URL's own query.
    public static func delete(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.delete, url: url, query: query, headers: headers)
    }

    /// Makes an OPTIONS request; the query follows the URL's own query.
    public static func options(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.options, url: url, query: query, headers: headers)
    }

    /// Makes a TRACE request, which never has a body; the query follows the URL's own query.
    public static func trace(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.trace, url: url, query: query, headers: headers)
    }
}

extension Request {
    fileprivate init(
        _ method: HTTPMethod, url: some RequestTarget, query: Parameters, headers: Headers, body: Body = .none
    ) {
        self.init(
            method: method, url: url.requestURL.appendingQuery(query.encoded()), headers: headers, body: body)
    }
}
