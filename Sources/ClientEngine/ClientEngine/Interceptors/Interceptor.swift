internal import EngineSupport

/// Processes a whole task: changes the request before its first attempt, and the answer before it is parsed.
///
/// ```
///  request ─▶ adapt, in order ─▶ attempts, redirects, authentication ─▶ process, in the same order ─▶ parse
///                                  └─ headers, in order, for each attempt
/// ```
///
/// A request's own interceptors come before those of the client. An error that they throw ends the task; after an error
/// of ``adapt(_:for:)`` nothing is sent. The methods are not called on the caller's thread, and may be called for many
/// tasks at the same time.
public protocol Interceptor: Sendable {
    /// Changes a request before it is sent.
    func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request

    /// Returns header fields for one attempt, which replace fields of the request with the same names.
    ///
    /// Redirects and other exchanges of the attempt also have them. The method is called before each attempt, with the
    /// request as ``adapt(_:for:)`` returned it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - attempt: The number of the attempt, from 1.
    ///   - task: The identifier of the task in its record.
    /// - Returns: The fields. `Accept`, `Content-Type` and `Content-Length` are ignored.
    /// - Throws: The error with which the attempt fails before anything is sent.
    func headers(for request: Request, attempt: Int, of task: Int) async throws -> Headers

    /// Processes the answer of a task, and may change it.
    func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer
}

extension Interceptor {
    /// Returns the request unchanged.
    public func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request { request }

    /// Returns no fields.
    public func headers(for request: Request, attempt: Int, of task: Int) async throws -> Headers { [:] }

    /// Returns the answer unchanged.
    public func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer { answer }
}

/// A task as its interceptors see it.
public struct InterceptedTask: Sendable {
    /// The identifier of the task in its record.
    public let id: Int
    let sentURL: @Sendable (Request) -> String?

    /// Returns the absolute URL of a request as the client of the task would send it, including its parameters.
    ///
    /// For a request that cannot be sent, it is the URL as written.
    public func url(of request: Request) -> String { sentURL(request) ?? request.url }
}

/// The response or the failure of a task as interceptors see it.
public struct InterceptedAnswer: Sendable {
    /// The task.
    public let task: InterceptedTask
    /// The request as the interceptors have changed it.
    public var request: Request
    /// The complete response, or `nil` if there is none.
    public var response: Response?
    /// The error with which the task fails, or `nil` if the response will be parsed.
    ///
    /// A ``ResponseError`` if the response violates the rules of a typed request, a ``ClientError`` if there is no
    /// response.
    public var error: (any Error)?
}

/// The interceptors of a request, in addition to or instead of those of the client.
public struct Interception: Sendable, Hashable {
    let own: [IdentityBox<any Interceptor>]
    let includesClients: Bool

    /// Only the interceptors of the client, as they are when they are called.
    public static let inherited = Interception(own: [], includesClients: true)

    /// Returns these interceptors, followed by those of the client.
    public static func adding(_ interceptors: [any Interceptor]) -> Interception {
        Interception(own: interceptors.map { IdentityBox($0) }, includesClients: true)
    }

    /// Returns only these interceptors.
    public static func replacing(_ interceptors: [any Interceptor]) -> Interception {
        Interception(own: interceptors.map { IdentityBox($0) }, includesClients: false)
    }

    /// Returns the interceptors of this request, followed by those of the request that it inherits from.
    func followed(by base: Interception) -> Interception {
        includesClients ? Interception(own: own + base.own, includesClients: base.includesClients) : self
    }
}
