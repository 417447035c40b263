internal import EngineSupport

/// Stands around the whole of a task: changes the request before its first attempt, and the answer before it is parsed.
///
/// ```
///  request ─▶ adapt, in order ─▶ attempts, redirects, authentication ─▶ process, in the same order ─▶ parse
///                                  └─ headers, in order, for each attempt
/// ```
///
/// A request's own interceptors come before the client's. What they throw ends the task; nothing is sent after ``adapt(_:for:)``
/// threw. Called off the caller's thread, for many tasks at a time.
public protocol Interceptor: Sendable {
    /// Changes a request before it is sent.
    func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request

    /// Returns fields that one attempt sends, in place of the request's of the same names; redirects and whatever else
    /// follows within the attempt have them, too.
    ///
    /// It is asked before each attempt, about the request as ``adapt(_:for:)`` left it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - attempt: The number of the attempt, from 1.
    ///   - task: The task, as its record names it.
    /// - Returns: The fields, of which `Accept`, `Content-Type` and `Content-Length` are left out.
    /// - Throws: What fails the attempt before anything is sent.
    func headers(for request: Request, attempt: Int, of task: Int) async throws -> Headers

    /// Looks at what a task has brought, and may change it.
    func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer
}

extension Interceptor {
    /// Lets the request through as it is.
    public func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request { request }

    /// Returns no fields.
    public func headers(for request: Request, attempt: Int, of task: Int) async throws -> Headers { [:] }

    /// Lets the answer through as it is.
    public func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer { answer }
}

/// A task, as its interceptors see it.
public struct InterceptedTask: Sendable {
    /// The task's number, as its record names it.
    public let id: Int
    let sentURL: @Sendable (Request) -> String?

    /// Returns the absolute URL of a request as the task's client would send it, its parameters included.
    ///
    /// A request that cannot be sent has its URL as written.
    public func url(of request: Request) -> String { sentURL(request) ?? request.url }
}

/// The answer of a task, or its failure, as interceptors see it.
public struct InterceptedAnswer: Sendable {
    /// The task.
    public let task: InterceptedTask
    /// The request, as the interceptors made it.
    public var request: Request
    /// The complete response; nil where there is none.
    public var response: Response?
    /// The error that the task fails with; nil lets the response be parsed.
    ///
    /// ``ResponseError`` where the response breaks the rules of a typed request, ``ClientError`` where there is no response.
    public var error: (any Error)?
}

/// The interceptors of a request, besides or instead of the client's interceptors.
public struct Interception: Sendable, Hashable {
    let own: [IdentityBox<any Interceptor>]
    let includesClients: Bool

    /// The client's interceptors alone, those it has when they are asked.
    public static let inherited = Interception(own: [], includesClients: true)

    /// These, and then the client's.
    public static func adding(_ interceptors: [any Interceptor]) -> Interception {
        Interception(own: interceptors.map { IdentityBox($0) }, includesClients: true)
    }

    /// These alone; none where there are none.
    public static func replacing(_ interceptors: [any Interceptor]) -> Interception {
        Interception(own: interceptors.map { IdentityBox($0) }, includesClients: false)
    }

    /// This request's interceptors, and then those of the request it inherits from.
    func followed(by base: Interception) -> Interception {
        includesClients ? Interception(own: own + base.own, includesClients: base.includesClients) : self
    }
}
