internal import EngineSupport

/// Something that can be sent: a ``Request``, whose value is its ``Response``, a ``TypedRequest``, or a type of yours.
///
/// ```swift
/// struct GetUser: RequestConvertible {
///     var id: Int
///     var typedRequest: TypedRequest<User> { Request.get("users/\(id)").decoding() }
/// }
/// let user = try await client.send(GetUser(id: 1))
/// ```
///
/// An extension declares requests for leading-dot syntax, as in `client.send(.health)`:
///
/// ```swift
/// extension RequestConvertible where Self == Request {
///     static var health: Request { .get("health") }
/// }
/// ```
public protocol RequestConvertible<Value>: Sendable {
    /// The result of a client's ``Client/send(_:)->Value``.
    associatedtype Value: Sendable

    /// The request, together with what its response is turned into.
    var typedRequest: TypedRequest<Value> { get }
}

extension Request: RequestConvertible {
    /// The request, with its complete response, whatever the status, for its value.
    public var typedRequest: TypedRequest<Response> {
        TypedRequest(self, .wholeResponse)
    }
}

extension CopyOnWriteBox<ResponseReading> {
    /// Takes the complete response, whatever the status, for the value.
    fileprivate static let wholeResponse = CopyOnWriteBox(
        ResponseReading(valueType: Response.self, rules: ResponseRules(statuses: .anyStatus)))
}

extension TypedRequest: RequestConvertible {
    /// The request itself.
    public var typedRequest: TypedRequest<Value> { self }
}
