internal import EngineSupport

/// A type that a client can send: a ``Request``, whose value is its ``Response``, a ``TypedRequest``, or a type of
/// yours.
///
/// ```swift
/// struct GetUser: RequestConvertible {
///     var id: Int
///     var typedRequest: TypedRequest<User> { Request.get("users/\(id)").decoding() }
/// }
/// let user = try await client.send(GetUser(id: 1))
/// ```
///
/// An extension can declare requests for leading-dot syntax, as in `client.send(.health)`:
///
/// ```swift
/// extension RequestConvertible where Self == Request {
///     static var health: Request { .get("health") }
/// }
/// ```
public protocol RequestConvertible<Value>: Sendable {
    /// The type of the result of ``Client/send(_:)->Value``.
    associatedtype Value: Sendable

    /// The request, with the conversion of its response to a value.
    var typedRequest: TypedRequest<Value> { get }
}

extension Request: RequestConvertible {
    /// The request, whose value is the complete response with any status.
    public var typedRequest: TypedRequest<Response> {
        TypedRequest(self, .wholeResponse)
    }
}

extension CopyOnWriteBox<ResponseReading> {
    /// The reading whose value is the complete response with any status.
    fileprivate static let wholeResponse = CopyOnWriteBox(
        ResponseReading(valueType: Response.self, rules: ResponseRules(statuses: .anyStatus)))
}

extension TypedRequest: RequestConvertible {
    /// The request itself.
    public var typedRequest: TypedRequest<Value> { self }
}
