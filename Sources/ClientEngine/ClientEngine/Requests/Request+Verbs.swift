// These methods are available for all types that can be sent, so that a client accepts them with a leading dot.
extension RequestConvertible where Self == Request {
    /// Creates a GET request.
    ///
    /// `query` is appended to the query of the URL.
    public static func get(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.get, url: url, query: query, headers: headers)
    }

    /// Creates a HEAD request.
    ///
    /// `query` is appended to the query of the URL.
    public static func head(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.head, url: url, query: query, headers: headers)
    }

    /// Creates a POST request.
    ///
    /// `query` is appended to the query of the URL.
    public static func post(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:], body: Body = .none
    ) -> Request {
        Request(.post, url: url, query: query, headers: headers, body: body)
    }

    /// Creates a PUT request.
    ///
    /// `query` is appended to the query of the URL.
    public static func put(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:], body: Body = .none
    ) -> Request {
        Request(.put, url: url, query: query, headers: headers, body: body)
    }

    /// Creates a PATCH request.
    ///
    /// `query` is appended to the query of the URL.
    public static func patch(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:], body: Body = .none
    ) -> Request {
        Request(.patch, url: url, query: query, headers: headers, body: body)
    }

    /// Creates a DELETE request.
    ///
    /// `query` is appended to the query of the URL.
    public static func delete(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.delete, url: url, query: query, headers: headers)
    }

    /// Creates an OPTIONS request.
    ///
    /// `query` is appended to the query of the URL.
    public static func options(
        _ url: some RequestTarget, query: Parameters = [:], headers: Headers = [:]
    ) -> Request {
        Request(.options, url: url, query: query, headers: headers)
    }

    /// Creates a TRACE request, which never has a body.
    ///
    /// `query` is appended to the query of the URL.
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
