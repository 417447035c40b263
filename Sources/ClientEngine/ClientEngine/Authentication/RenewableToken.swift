internal import EngineSupport

/// A token that is renewed when a server rejects it with 401.
///
/// Only one renewal runs at a time, and all waiting requests share it.
///
/// ```swift
/// let session = RenewableToken("first") { token in
///     ["Authorization": "Bearer \(token)"]
/// } renew: { challenge, token in
///     .renewed(try await client.send(.post("token").decoding(String.self)))
/// }
/// ```
///
/// Requests that `renew` sends do not use these credentials of their client. If a rejected token was already replaced,
/// the request is sent again at once. If `renew` throws, the token stays unchanged.
public final class RenewableToken<Token: Sendable>: Authenticator {
    /// The result of a renewal.
    public enum Renewal: Sendable {
        /// There is a new token.
        ///
        /// All waiting requests are sent again with it, or, if `sendsAgain` is `false`, continue with their rejections.
        case renewed(Token, sendsAgain: Bool = true)
        /// There is no new token.
        ///
        /// The requests continue with their rejections.
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

    /// Creates an authenticator with an initial token.
    public init(
        _ token: Token, headers: @escaping @Sendable (Token) -> Headers,
        renew: @escaping @Sendable (AuthenticationChallenge, Token) async throws -> Renewal
    ) {
        state = Locked(State(token: token))
        makeHeaders = headers
        self.renew = renew
    }

    /// The current token.
    public var token: Token { state.withLock { $0.token } }

    /// Returns the fields created from the current token.
    public func headers(for request: Request) async throws -> AuthenticationHeaders {
        let (token, version) = state.withLock { ($0.token, $0.version) }
        return AuthenticationHeaders(makeHeaders(token), token: Version(number: version))
    }

    /// Renews the token after a 401, or waits for the renewal that is running.
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
