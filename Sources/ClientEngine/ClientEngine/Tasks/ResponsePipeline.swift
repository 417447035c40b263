/// The work of a task off the loop, by code that is not the engine's own.
///
/// It is asked for anew each time, for the client's interceptors may have changed.
protocol ResponsePipeline: AnyObject, Sendable {
    /// Changes a request before its first attempt; nil where nobody wants to, and no time is spent on it.
    var adapt: (@Sendable (Request, InterceptedTask) async throws -> Request)? { get }
    /// Brings fields for an attempt of this number; nil where nobody wants to, and no time is spent on it.
    var attemptHeaders: (@Sendable (Request, _ attempt: Int, TaskID) async throws -> Headers)? { get }
    /// Parses a response by the rules of the request and what the task's settings add to them, and returns why it could
    /// not; nil where the response itself is what is wanted.
    var parse: (@Sendable (Response, TaskSettings, InterceptedTask) async -> (any Error)?)? { get }
    /// Looks at why the task fails before it does; nil where nobody wants to.
    var explain: (@Sendable (ClientError, Response?, InterceptedTask) async -> Void)? { get }
    /// Takes the body in place of the response.
    var receiver: (any BodyReceiver)? { get }

    /// Hears that the task ends, once, on the loop.
    ///
    /// If it can end at once, it does, and says how; the observers are told that, and then ``tell(_:)`` is called. Else it
    /// returns nil, and the task ends where its completion wants it.
    func settle(_ pending: PendingCompletion) -> PendingCompletion.Decision?

    /// Tells everybody but those who wait in Swift tasks, who are returned.
    func tell(_ decision: PendingCompletion.Decision) -> TaskWaiters
}
