internal import EngineSupport

/// A token that is renewed when a server refuses it with 401: one renewal at a time, shared by all who wait for it.
///
/// ```swift
/// let session = RenewableToken("first") { token in
///     ["Authorization": "Bearer \(token)"]
/// } renew: { challenge, token in
///     .renewed(try await client.send(.post("token").decoding(String.self)))
/// }
/// ```
///
/// Requests sent inside of `renew` do not take these credentials from their client. An answer to a token that has
/// been replaced in the meantime is sent again at once. Errors thrown by `renew` leave the token as it is.
public final class RenewableToken<Token: Sendable>: Authenticator {
    /// The outcome of a renewal.
    public enum Renewal: Sendable {
        /// A new token, with which all who wait send again; or, where they are not to, their refusals stand.
        case renewed(Token, sendsAgain: Bool = true)
        /// No new token: the refusals stand.
        case refused
    }

    private struct State {
        var token: Token
        var version = 1
    }

    private struct Version: Sendable, Equatable {
        let number: Int
    }

    private let state: Locked<State>
    private let renewal = SingleFlight<AuthenticationChallenge.Answer>()
    private let makeHeaders: @Sendable (Token) -> Headers
    private let renew: @Sendable (AuthenticationChallenge, Token) async throws -> Renewal

    /// Creates an authenticator around a first token.
    public init(
        _ token: Token, headers: @escaping @Sendable (Token) -> Headers,
        renew: @escaping @Sendable (AuthenticationChallenge, Token) async throws -> Renewal
    ) {
        state = Locked(State(token: token))
        makeHeaders = headers
        self.renew = renew
    }

    /// The token that is sent now.
    public var token: Token { state.withLock { $0.token } }

    /// Returns the fields made of the newest token.
    public func headers(for request: Request) async throws -> AuthenticationHeaders {
        let (token, version) = state.withLock { ($0.token, $0.version) }
        return AuthenticationHeaders(makeHeaders(token), token: Version(number: version))
    }

    /// Renews the token after a 401, or waits for the renewal under way.
    public func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer {
        guard challenge.response.status == 401, let refused = challenge.token as? Version else {
            return .giveUp
        }
        guard refused.number == state.withLock({ $0.version }) else { return .sendAgain }
        return await renewal.value { await self.replace(refused, challenge) }
    }

    private func replace(_ refused: Version, _ challenge: AuthenticationChallenge) async
        -> AuthenticationChallenge.Answer
    {
        let (token, version) = state.withLock { ($0.token, $0.version) }
        guard refused.number == version else { return .sendAgain }
        let outcome = try? await Credentials.authenticator(self).suppress {
            try await renew(challenge, token)
        }
        guard case .renewed(let new, let sendsAgain) = outcome else { return .giveUp }
        state.withLock { state in
            state.token = new
            state.version += 1
        }
        return sendsAgain ? .sendAgain : .giveUp
    }
}
