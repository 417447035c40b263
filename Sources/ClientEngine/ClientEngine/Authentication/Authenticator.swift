/// Proves who sends a request, with whatever that takes: fetching a token, renewing it, asking a person.
///
/// ```
///   proof(for:) ─▶ exchange ─▶ 401, 403, 407 ─▶ answer(_:) ─sendAgain─▶ proof(for:) ─▶ exchange …
///                                                   └─stands─▶ the answer of the server is the answer
/// ```
///
/// Called off the engine's loop, for many requests at a time; the Swift task it runs in is cancelled when its request is.
public protocol Authenticator: AnyObject, Sendable {
    /// Returns the proof for a request that is about to be sent.
    ///
    /// An error ends the attempt with `auth/queue`, before anything was sent.
    func proof(for request: Request) async throws -> AuthenticationProof

    /// Decides what follows an answer that refused the proof.
    ///
    /// Asked at most once in a task after 401, after 403 and after 407; after a 403 was answered, no more after 401.
    func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer
}

extension Authenticator {
    /// Lets the server's answer stand.
    public func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer {
        .stands
    }
}

/// Fields that prove who sends a request.
public struct AuthenticationProof: Sendable {
    package var headers: Headers
    /// The value that the proof was made of; a challenge brings it back, which tells an old proof from a new one.
    package var token: (any Sendable)?

    /// Creates a proof.
    public init(_ headers: Headers, token: (any Sendable)? = nil) {
        self.headers = headers
        self.token = token
    }
}

/// An answer with 401, 403 or 407 to a request that carried a proof.
public struct AuthenticationChallenge: Sendable {
    /// The decision about a challenge.
    public enum Answer: Sendable, Hashable {
        /// The request goes out again, in the same attempt, with a new proof.
        case sendAgain
        /// The server's answer is the answer.
        case stands
    }

    /// The answer, complete with its body.
    public var response: Response
    /// The request as it was sent, without the proof.
    public var request: Request
    /// The token of the proof that was refused.
    public var token: (any Sendable)?
}
