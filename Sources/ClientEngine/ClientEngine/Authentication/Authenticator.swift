/// Proves who sends a request, with whatever that takes: fetching a token, renewing it, asking a person.
///
/// ```
///   headers(for:) ─▶ exchange ─▶ 401, 403, 407 ─▶ answer(_:) ─sendAgain─▶ headers(for:) ─▶ exchange …
///                                                   └─giveUp─▶ the answer of the server is the answer
/// ```
///
/// Called off the engine's loop, for many requests at a time; the Swift task it runs in is cancelled when its request is.
public protocol Authenticator: AnyObject, Sendable {
    /// Returns the fields that prove who sends a request, just before it is sent.
    ///
    /// An error ends the attempt with `auth/queue`, before anything was sent.
    func headers(for request: Request) async throws -> AuthenticationHeaders

    /// Decides what follows an answer that refused the proof.
    ///
    /// Asked at most once in a task after 401, after 403 and after 407; after a 403 was answered, no more after 401.
    func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer
}

extension Authenticator {
    /// Lets the server's answer stand.
    public func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer {
        .giveUp
    }
}

/// Fields that prove who sends a request; a dictionary literal where there is no token.
public struct AuthenticationHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// The fields.
    public var headers: Headers
    /// The value that the fields were made of; ``AuthenticationChallenge/token`` returns it if a server refuses them.
    public var token: (any Sendable)?

    /// Creates fields, and the value they were made of.
    public init(_ headers: Headers, token: (any Sendable)? = nil) {
        self.headers = headers
        self.token = token
    }

    /// Creates fields without a token.
    public init(dictionaryLiteral fields: (String, String)...) {
        headers = Headers()
        for (name, value) in fields { headers.add(name, value) }
    }
}

/// An answer with 401, 403 or 407 to a request that carried a proof.
public struct AuthenticationChallenge: Sendable {
    /// The decision about a challenge.
    public enum Answer: Sendable, Hashable {
        /// The request goes out again, in the same attempt, with a new proof.
        case sendAgain
        /// The server's answer is the answer.
        case giveUp
    }

    /// The answer, complete with its body.
    public var response: Response
    /// The request as it was sent, without the proof.
    public var request: Request
    /// The token of the proof that was refused.
    public var token: (any Sendable)?
}
