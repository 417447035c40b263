extension Request {
    /// Returns a copy changed by the closure, for chaining.
    public func with<Failure: Error>(
        _ change: (inout Request) throws(Failure) -> Void
    ) throws(Failure) -> Request {
        var copy = self
        try change(&copy)
        return copy
    }

    /// Returns a copy with a header in place of every field of that name; nil removes them.
    public func header(_ name: String, _ value: String?) -> Request {
        with { $0.headers[name] = value }
    }

    /// Returns a copy whose `Cookie` field holds this pair besides the others; a pair of that name is replaced.
    public func cookie(_ name: String, _ value: String) -> Request {
        with { request in
            let pairs = request.headers.values(of: "Cookie").flatMap { $0.split(at: ";") }
                .map { $0.drop { $0 == " " } }
                .filter { $0.prefix(before: "=") != name }
            request.headers["Cookie"] = (pairs + ["\(name)=\(value)"]).joined(separator: "; ")
        }
    }

    /// Returns a copy with one more parameter; nil makes a bare name.
    public func parameter(_ name: String, _ value: (any ParameterConvertible)?) -> Request {
        with { $0.parameters.append(name, value) }
    }

    /// Returns a copy with more parameters: without a placement in place of those of the same name, else with a place
    /// of their own.
    public func parameters(_ parameters: Parameters, in placement: ParameterPlacement? = nil) -> Request {
        with { request in
            guard let placement else { return request.parameters.merge(parameters) }
            request.parameterSets.append(ParameterSet(parameters: parameters, placement: placement))
        }
    }

    /// Returns a copy with a value of your own behind a key.
    public func userInfo<Value>(_ key: UserInfo.Key<Value>, _ value: Value?) -> Request {
        with { $0.userInfo[key] = value }
    }
}
