import EngineJSON
internal import EngineSupport

/// A request with the conversion of its response to a value.
///
/// It is defined once and can be sent many times.
public struct TypedRequest<Value: Sendable>: Sendable {
    /// The request.
    public var request: Request
    /// The rules that a response must follow before it is parsed.
    public var rules: ResponseRules {
        get { reading.value.rules }
        set {
            reading.value.rules = newValue
            // Without a parser, the response would not be checked.
            if reading.value.parse == nil { reading.value.parse = { $0 } }
        }
    }
    /// Creates the receiver of the body for each task, or is `nil` if the response keeps its body.
    var receiver: (@Sendable () -> any BodyReceiver)? {
        get { reading.value.receiver }
        set { reading.value.receiver = newValue }
    }

    /// In copy-on-write storage, because each task copies it.
    private(set) var reading: CopyOnWriteBox<ResponseReading>

    /// Creates a request whose response `parse` converts to the value.
    ///
    /// The closure does not run on the caller's thread.
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

    /// Returns the request with its value converted by a closure.
    ///
    /// The rules stay.
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

    /// Returns a copy that the closure has changed, for chaining.
    public func with<Failure: Error>(
        _ change: (inout TypedRequest) throws(Failure) -> Void
    ) throws(Failure) -> TypedRequest {
        var copy = self
        try change(&copy)
        return copy
    }

    /// The request as it is sent.
    ///
    /// If it has no `Accept` field, it asks for the media types that the rules accept.
    var sent: Request {
        guard !rules.contentTypes.isEmpty, request.headers["Accept"] == nil,
            let accept = MediaType.accept(rules.contentTypes)
        else { return request }
        return request.with { $0.headers.add("Accept", accept) }
    }
}

/// The conversion of a task's response to its value, of any type.
struct ResponseReading: Sendable {
    let valueType: any Sendable.Type
    var rules: ResponseRules
    /// Converts a complete response that follows the rules to a value.
    ///
    /// `nil` if the value is the response itself, with any status.
    var parse: (@Sendable (Response) async throws -> any Sendable)?
    var receiver: (@Sendable () -> any BodyReceiver)?
}

extension Request {
    /// Returns the request with the closure as the parser of a successful response: 2xx, unless the rules or the client
    /// (``RequestOptions/acceptedStatuses``) accept other statuses.
    ///
    /// Other statuses throw ``ResponseError``. A response without content is also parsed.
    public func parsing<Value>(
        _ rules: ResponseRules = ResponseRules(),
        _ parse: @escaping @Sendable (Response) async throws -> Value
    ) -> TypedRequest<Value> {
        TypedRequest(self, rules: rules, parse: parse)
    }

    /// Returns the request, which throws a ``ResponseError`` for a response with any other status.
    public func accepting(_ statuses: StatusRule) -> TypedRequest<Response> {
        TypedRequest(self, rules: ResponseRules(statuses: statuses)) { $0 }
    }

    /// Returns the request with the JSON body of a successful response decoded.
    ///
    /// A response that violates the rules throws ``ResponseError``: by default one with another status, with another
    /// type of content, or without content. Unless ``RequestOptions/storagePolicy`` has another value, a cache stores
    /// the response only if the server explicitly allows it.
    ///
    /// The parameter `decoder` may have strategies of yours, or may be Foundation's `JSONDecoder`.
    public func decoding<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, rules: ResponseRules = .json,
        decoder: some ValueDecoder = JSONBytesDecoder()
    ) -> TypedRequest<Value> {
        TypedRequest(uncached, rules: rules) { try decoder.decode(type, from: $0.unicodeBody) }
    }

    /// Returns the request with the JSON body of a successful response decoded if there is one.
    public func decodingIfPresent<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: some ValueDecoder = JSONBytesDecoder()
    ) -> TypedRequest<OptionalContent<Value>> {
        TypedRequest(uncached, rules: .optionalJSON) { response in
            if response.status == .noContent { return .none(response) }
            return .value(try decoder.decode(type, from: response.unicodeBody), response)
        }
    }

    /// Returns the request with the JSON body of a successful response as a value that keeps the order, duplicates and
    /// digits.
    public func parsingJSON(_ rules: ResponseRules = .json) -> TypedRequest<JSONValue> {
        parsingJSON(rules) { $1 }
    }

    /// Returns the request with the JSON body of a successful response converted by a closure.
    ///
    /// A response that violates the rules throws ``ResponseError``, as for ``decoding(_:rules:decoder:)``. The body is
    /// parsed before the closure is called.
    public func parsingJSON<Value>(
        _ rules: ResponseRules = .json,
        _ parse: @escaping @Sendable (_ response: Response, _ json: JSONValue) async throws -> Value
    ) -> TypedRequest<Value> {
        TypedRequest(uncached, rules: rules) { try await parse($0, JSONValue(parsing: $0.unicodeBody)) }
    }
}

extension Request {
    /// The request, whose response is stored only if the server explicitly allows it: JSON without caching fields is
    /// usually short-lived.
    private var uncached: Request { with { $0.storagePolicy = $0.storagePolicy ?? .notAllowed } }
}

extension ResponseRules {
    fileprivate static let optionalJSON = ResponseRules(contentTypes: json.contentTypes, noContent: .parsed)
}
