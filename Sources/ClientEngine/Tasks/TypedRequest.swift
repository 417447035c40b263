import Foundation

/// A request together with what its response is turned into: defined once, run many times.
public struct TypedRequest<Value: Sendable>: Sendable {
    /// What is sent.
    public var request: Request
    /// Turns a complete response into the value.
    ///
    /// Runs off the caller's thread.
    public var parse: @Sendable (Response) async throws -> Value
    /// Makes who takes the body in place of the response, for each run.
    let receiver: (@Sendable () -> any BodyReceiver)?

    /// Creates a typed request.
    public init(_ request: Request, parse: @escaping @Sendable (Response) async throws -> Value) {
        self.init(request, receiver: nil, parse: parse)
    }

    init(
        _ request: Request, receiver: (@Sendable () -> any BodyReceiver)?,
        parse: @escaping @Sendable (Response) async throws -> Value
    ) {
        self.request = request
        self.receiver = receiver
        self.parse = parse
    }

    /// A request whose value is turned into another.
    public func map<Other>(
        _ transform: @escaping @Sendable (Value) async throws -> Other
    ) -> TypedRequest<Other> {
        TypedRequest<Other>(request, receiver: receiver) { [parse] in try await transform(parse($0)) }
    }
}

extension Request {
    /// The request, with the JSON body of its 2xx answer decoded; other statuses throw ``StatusError``.
    public func decoding<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
    ) -> TypedRequest<Value> {
        TypedRequest(self) { try $0.decode(type, decoder: decoder) }
    }

    /// The request, with its response turned into a value by the closure.
    public func parsing<Value>(
        _ parse: @escaping @Sendable (Response) async throws -> Value
    ) -> TypedRequest<Value> {
        TypedRequest(self, parse: parse)
    }
}
