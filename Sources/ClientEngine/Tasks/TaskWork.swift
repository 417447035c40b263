/// What a task has done off the loop, by code that is not the engine's own.
struct TaskWork: Sendable {
    /// Changes a request before its first attempt.
    typealias Adapt = @Sendable (Request) async throws -> Request
    /// Parses a response; returns why it could not.
    typealias Parse = @Sendable (Response) async -> (any Error)?
    /// Hears how the task ended, once; on the loop.
    typealias Completion = @Sendable (TaskOutcome, Response?) -> Void

    /// Nil where nobody wants to change anything, and no time is spent on it.
    var adapt: Adapt?
    /// Nil where the response itself is what is wanted.
    var parse: Parse?
    /// Takes the body in place of the response.
    var receiver: (any BodyReceiver)?
    let completion: Completion

    init(completion: @escaping Completion) {
        self.completion = completion
    }
}
