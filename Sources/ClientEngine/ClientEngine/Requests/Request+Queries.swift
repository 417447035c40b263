// The verbs for queries of other types, which only hand them on. They are disfavored: a literal is `Parameters` if it can be,
// which keeps its order and takes variables, and an object of JSON where its lists or its objects mix types.

extension RequestConvertible where Self == Request {
    /// Makes a GET request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func get(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        get(url, query: Parameters(query), headers: headers)
    }

    /// Makes a HEAD request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func head(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        head(url, query: Parameters(query), headers: headers)
    }

    /// Makes a POST request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func post(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:], body: Body = .none
    ) -> Request {
        post(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Makes a PUT request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func put(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:], body: Body = .none
    ) -> Request {
        put(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Makes a PATCH request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func patch(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:], body: Body = .none
    ) -> Request {
        patch(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Makes a DELETE request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func delete(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        delete(url, query: Parameters(query), headers: headers)
    }

    /// Makes an OPTIONS request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func options(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        options(url, query: Parameters(query), headers: headers)
    }

    /// Makes a TRACE request with a query of an object of JSON; its members keep their order.
    @_disfavoredOverload
    public static func trace(
        _ url: some RequestTarget, query: JSONObject, headers: Headers = [:]
    ) -> Request {
        trace(url, query: Parameters(query), headers: headers)
    }
}

extension RequestConvertible where Self == Request {
    /// Makes a GET request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func get(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        get(url, query: Parameters(query), headers: headers)
    }

    /// Makes a HEAD request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func head(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        head(url, query: Parameters(query), headers: headers)
    }

    /// Makes a POST request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func post(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:],
        body: Body = .none
    ) -> Request {
        post(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Makes a PUT request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func put(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:],
        body: Body = .none
    ) -> Request {
        put(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Makes a PATCH request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func patch(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:],
        body: Body = .none
    ) -> Request {
        patch(url, query: Parameters(query), headers: headers, body: body)
    }

    /// Makes a DELETE request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func delete(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        delete(url, query: Parameters(query), headers: headers)
    }

    /// Makes an OPTIONS request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func options(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        options(url, query: Parameters(query), headers: headers)
    }

    /// Makes a TRACE request with a query of a dictionary, sorted by name.
    @_disfavoredOverload
    public static func trace(
        _ url: some RequestTarget, query: [String: some ParameterConvertible], headers: Headers = [:]
    ) -> Request {
        trace(url, query: Parameters(query), headers: headers)
    }
}
