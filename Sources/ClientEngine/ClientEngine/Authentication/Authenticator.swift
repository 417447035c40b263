/// Authenticates requests in any way, for example by fetching or renewing a token, or by asking the user.
///
/// ```
///   headers(for:) ─▶ exchange ─▶ 401, 403, 407 ─▶ answer(_:) ─sendAgain─▶ headers(for:) ─▶ exchange …
///                                                   └─giveUp─▶ the task continues with the response
/// ```
///
/// The methods are not called on the loop of the engine, and may be called for many requests at the same time. If a
/// request is cancelled, the Swift task that calls them for it is cancelled as well.
public protocol Authenticator: AnyObject, Sendable {
    /// Returns the fields that authenticate a request, immediately before it is sent.
    ///
    /// An error ends the attempt with `auth/queue` before anything is sent.
    func headers(for request: Request) async throws -> AuthenticationHeaders

    /// Returns the decision after a response that rejected the fields.
    ///
    /// In a task, it is called at most once each for 401, 403 and 407, and not for 401 after a 403.
    func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer
}

extension Authenticator {
    /// Continues with the response of the server.
    public func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer {
        .giveUp
    }
}

/// Header fields that authenticate a request.
///
/// They can be a dictionary literal if there is no token.
public struct AuthenticationHeaders: Sendable, ExpressibleByDictionaryLiteral {
    /// The header fields.
    public var headers: Headers
    /// The value from which the fields were created.
    ///
    /// If a server rejects them, it is ``AuthenticationChallenge/token``.
    public var token: (any Sendable)?

    /// Creates fields with the value from which they were created.
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

/// A response with 401, 403 or 407 to an authenticated request.
public struct AuthenticationChallenge: Sendable {
    /// The decision about a challenge.
    public enum Answer: Sendable, Hashable {
        /// Sends the request again in the same attempt, with new fields.
        case sendAgain
        /// Continues with the response of the server.
        case giveUp
    }

    /// The complete response, including its body.
    public var response: Response
    /// The request as sent, without the authentication fields.
    public var request: Request
    /// The token of the rejected fields.
    public var token: (any Sendable)?
}
