extension Request {
    /// Returns a copy that the closure has changed.
    public func with<Failure: Error>(
        _ change: (inout Request) throws(Failure) -> Void
    ) throws(Failure) -> Request {
        var copy = self
        try change(&copy)
        return copy
    }

    /// Returns a copy with a header field that replaces all fields with the same name.
    ///
    /// With `nil`, they are removed.
    public func header(_ name: String, _ value: String?) -> Request {
        with { $0.headers[name] = value }
    }

    /// Returns a copy with a cookie added to the `Cookie` field, which replaces one with the same name.
    public func cookie(_ name: String, _ value: String) -> Request {
        with { request in
            let pairs = request.headers.values(of: "Cookie").flatMap { $0.split(at: ";") }
                .map { $0.drop { $0 == " " } }
                .filter { $0.prefix(before: "=") != name }
            request.headers["Cookie"] = (pairs + ["\(name)=\(value)"]).joined(separator: "; ")
        }
    }

    /// Returns a copy with an additional parameter.
    ///
    /// With `nil`, it has only a name.
    public func parameter(_ name: String, _ value: (any ParameterConvertible)?) -> Request {
        with { $0.parameters.append(name, value) }
    }

    /// Returns a copy with additional parameters.
    ///
    /// Without a placement, they replace parameters with the same names. With a placement, they form a separate set.
    public func parameters(_ parameters: Parameters, in placement: ParameterPlacement? = nil) -> Request {
        with { request in
            guard let placement else { return request.parameters.merge(parameters) }
            request.parameterSets.append(ParameterSet(parameters: parameters, placement: placement))
        }
    }

    /// Returns a copy with a value of yours for a key.
    public func userInfo<Value>(_ key: UserInfo.Key<Value>, _ value: Value?) -> Request {
        with { $0.userInfo[key] = value }
    }
}
