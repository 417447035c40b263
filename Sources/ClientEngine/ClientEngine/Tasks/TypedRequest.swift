import EngineJSON
internal import EngineSupport

/// A request together with what its response is turned into: defined once, run many times.
public struct TypedRequest<Value: Sendable>: Sendable {
    /// The request.
    public var request: Request
    /// The rules that a response must keep before it is parsed.
    public var rules: ResponseRules {
        get { reading.value.rules }
        set { (reading.value.rules, whole) = (newValue, nil) }
    }
    /// Turns a complete response that keeps the rules into the value.
    ///
    /// Runs off the caller's thread.
    var parse: @Sendable (Response) async throws -> Value { reading.value.parse }
    /// Makes who takes the body in place of the response, for each run.
    var receiver: (@Sendable () -> any BodyReceiver)? {
        get { reading.value.receiver }
        set { reading.value.receiver = newValue }
    }
    /// Makes the value where the response itself is what is wanted: nothing is parsed then.
    var whole: (@Sendable (Response) -> Value)? {
        get { reading.value.whole }
        set { reading.value.whole = newValue }
    }

    /// The way the response is read, behind one reference: it is handed on with each request that is sent.
    private var reading: CopyOnWriteBox<Reading>

    private struct Reading: Sendable {
        var rules: ResponseRules
        var parse: @Sendable (Response) async throws -> Value
        var receiver: (@Sendable () -> any BodyReceiver)?
        var whole: (@Sendable (Response) -> Value)?
    }

    init(
        _ request: Request, rules: ResponseRules = ResponseRules(),
        parse: @escaping @Sendable (Response) async throws -> Value
    ) {
        self.request = request
        reading = CopyOnWriteBox(Reading(rules: rules, parse: parse))
    }

    /// A request whose value is turned into another; the rules stay.
    public func map<Other>(
        _ transform: @escaping @Sendable (Value) async throws -> Other
    ) -> TypedRequest<Other> {
        var mapped = TypedRequest<Other>(request, rules: rules) { [parse] in
            let value = try await parse($0)
            try Task.checkCancellation()
            return try await transform(value)
        }
        mapped.receiver = receiver
        return mapped
    }

    /// A copy changed by the closure, for chaining.
    public func with<Failure: Error>(
        _ change: (inout TypedRequest) throws(Failure) -> Void
    ) throws(Failure) -> TypedRequest {
        var copy = self
        try change(&copy)
        return copy
    }

    /// The request as it is sent: it asks for the types that the rules accept, unless it says itself what it wants.
    var sent: Request {
        guard !rules.contentTypes.isEmpty, request.headers["Accept"] == nil,
            let accept = MediaType.accept(rules.contentTypes)
        else { return request }
        return request.with { $0.headers.add("Accept", accept) }
    }
}

extension Request {
    /// The request, with its good answer turned into a value by the closure: 2xx, unless the rules or the client
    /// (``RequestOptions/acceptedStatuses``) say otherwise.
    ///
    /// Other statuses throw ``ResponseError``; an answer without content is parsed too.
    public func parsing<Value>(
        _ rules: ResponseRules = ResponseRules(),
        _ parse: @escaping @Sendable (Response) async throws -> Value
    ) -> TypedRequest<Value> {
        TypedRequest(self, rules: rules, parse: parse)
    }

    /// The request, with an answer of any other status thrown as ``ResponseError``.
    public func accepting(_ statuses: StatusRule) -> TypedRequest<Response> {
        TypedRequest(self, rules: ResponseRules(statuses: statuses)) { $0 }
    }

    /// The request, with the JSON body of its good answer decoded.
    ///
    /// A response that breaks the rules throws ``ResponseError``: by default another status, another type of content, or no
    /// content. Unless ``RequestOptions/storagePolicy`` says
    /// otherwise, a cache keeps the answer only where its server says so.
    ///
    /// `decoder` may be one with strategies of yours, or Foundation's `JSONDecoder`.
    public func decoding<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, rules: ResponseRules = .json,
        decoder: some ValueDecoder = JSONBytesDecoder()
    ) -> TypedRequest<Value> {
        TypedRequest(uncached, rules: rules) { try decoder.decode(type, from: $0.unicodeBody) }
    }

    /// The request, with the JSON body of its good answer decoded, if there is one.
    public func decodingIfPresent<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: some ValueDecoder = JSONBytesDecoder()
    ) -> TypedRequest<OptionalContent<Value>> {
        TypedRequest(uncached, rules: .optionalJSON) { response in
            if response.status == .noContent { return .none(response) }
            return .value(try decoder.decode(type, from: response.unicodeBody), response)
        }
    }

    /// The request, with the JSON body of its good answer as a value that keeps order, repeats and digits.
    public func parsingJSON(_ rules: ResponseRules = .json) -> TypedRequest<JSONValue> {
        parsingJSON(rules) { $1 }
    }

    /// The request, with the JSON body of its good answer turned into a value by the closure.
    ///
    /// A response that breaks the rules throws ``ResponseError``, as for ``decoding(_:rules:decoder:)``. The body is parsed before
    /// the closure is called.
    public func parsingJSON<Value>(
        _ rules: ResponseRules = .json,
        _ parse: @escaping @Sendable (_ response: Response, _ json: JSONValue) async throws -> Value
    ) -> TypedRequest<Value> {
        TypedRequest(uncached, rules: rules) { try await parse($0, JSONValue(parsing: $0.unicodeBody)) }
    }
}

extension Request {
    /// The request, its answer kept only where the server says so: JSON without caching fields is mostly of the moment.
    private var uncached: Request { with { $0.storagePolicy = $0.storagePolicy ?? .notAllowed } }
}

extension ResponseRules {
    fileprivate static let optionalJSON = ResponseRules(contentTypes: json.contentTypes, noContent: .parsed)
}
