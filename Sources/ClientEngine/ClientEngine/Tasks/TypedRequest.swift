import EngineJSON
internal import EngineSupport

/// A request together with what its response is turned into: defined once, run many times.
public struct TypedRequest<Value: Sendable>: Sendable {
    /// The request.
    public var request: Request
    /// The rules that a response must keep before it is parsed.
    public var rules: ResponseRules {
        get { reading.value.rules }
        set {
            reading.value.rules = newValue
            // The response is checked from now on.
            if reading.value.parse == nil { reading.value.parse = { $0 } }
        }
    }
    /// Makes the receiver of the body for each task; `nil` if the response keeps its body.
    var receiver: (@Sendable () -> any BodyReceiver)? {
        get { reading.value.receiver }
        set { reading.value.receiver = newValue }
    }

    /// Behind one reference, because each task takes it along.
    private(set) var reading: CopyOnWriteBox<ResponseReading>

    /// Creates a request whose response `parse` turns into the value; it runs off the caller's thread.
    init(
        _ request: Request, rules: ResponseRules = ResponseRules(),
        parse: @escaping @Sendable (Response) async throws -> Value
    ) {
        let reading = ResponseReading(valueType: Value.self, rules: rules, parse: parse)
        self.init(request, CopyOnWriteBox(reading))
    }

    init(_ request: Request, _ reading: CopyOnWriteBox<ResponseReading>) {
        self.request = request
        self.reading = reading
    }

    /// A request whose value is turned into another; the rules stay.
    public func map<Other>(
        _ transform: @escaping @Sendable (Value) async throws -> Other
    ) -> TypedRequest<Other> {
        let parse = reading.value.parse
        var mapped = TypedRequest<Other>(request, rules: rules) {
            let value = try await parse?($0) ?? $0
            try Task.checkCancellation()
            return try await transform(typedValue(value))
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

/// The way to turn the response of a task into its value, of any type.
struct ResponseReading: Sendable {
    let valueType: any Sendable.Type
    var rules: ResponseRules
    /// Turns a complete response that keeps the rules into a value of that type.
    ///
    /// `nil` if the value is the response itself, whatever its status.
    var parse: (@Sendable (Response) async throws -> any Sendable)?
    var receiver: (@Sendable () -> any BodyReceiver)?
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
