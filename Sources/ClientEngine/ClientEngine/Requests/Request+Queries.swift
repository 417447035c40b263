// The methods with queries of other types forward to those with `Parameters`. They are disfavored, so that a literal
// has the type `Parameters` if possible, which keeps its order and may contain variables. A literal with lists or
// objects of mixed types becomes a JSON object.

extension RequestConvertible where Self == Request {
    /// Creates a GET request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func get(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        get(url, query: Parameters(query), headers: headers)
    }

    /// Creates a HEAD request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func head(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        head(url, query: Parameters(query), headers: headers)
    }

    /// Creates a POST request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func post(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:], body: Body = .none
    ) -> Request {
        post(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Creates a PUT request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func put(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:], body: Body = .none
    ) -> Request {
        put(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Creates a PATCH request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func patch(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:], body: Body = .none
    ) -> Request {
        patch(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Creates a DELETE request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func delete(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        delete(url, query: Parameters(query), headers: headers)
    }

    /// Creates an OPTIONS request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func options(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        options(url, query: Parameters(query), headers: headers)
    }

    /// Creates a TRACE request whose query is a JSON object.
    ///
    /// Its members keep their order.
    @_disfavoredOverload
    public static func trace(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        trace(url, query: Parameters(query), headers: headers)
    }
}

extension RequestConvertible where Self == Request {
    /// Creates a GET request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func get(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        get(url, query: Parameters(query), headers: headers)
    }

    /// Creates a HEAD request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func head(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        head(url, query: Parameters(query), headers: headers)
    }

    /// Creates a POST request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func post(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:],
        body: Body = .none
    ) -> Request {
        post(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Creates a PUT request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func put(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:],
        body: Body = .none
    ) -> Request {
        put(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Creates a PATCH request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func patch(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:],
        body: Body = .none
    ) -> Request {
        patch(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Creates a DELETE request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func delete(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        delete(url, query: Parameters(query), headers: headers)
    }

    /// Creates an OPTIONS request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func options(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        options(url, query: Parameters(query), headers: headers)
    }

    /// Creates a TRACE request whose query is a dictionary, sorted by name.
    @_disfavoredOverload
    public static func trace(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        trace(url, query: Parameters(query), headers: headers)
    }
}
