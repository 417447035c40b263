/// The credentials for each exchange of a task, and the rejections for which they may be used: a pure value.
struct TaskAuthorization: Sendable {
    private let credentials: Credentials?
    private let scope: CredentialScope?
    private let maximumRounds: Int
    private var asked: Set<StatusCode> = []
    private var rounds = 0

    init(
        _ request: Request, _ url: RequestURL?, _ environment: ServerEnvironment?,
        _ client: ClientSettings, hiding hidden: [Credentials]
    ) {
        maximumRounds = client.configuration.limits.authenticationRounds
        let origin = url.map { CredentialScope.origin(of: $0) }
        if let own = request.authentication {
            credentials = own == .anonymous ? nil : own
            scope = origin
            return
        }
        credentials = (environment?.authentication ?? client.configuration.authentication).flatMap {
            hidden.contains($0) || $0 == .anonymous ? nil : $0
        }
        guard credentials != nil, request.environmentDefaults != .never else {
            scope = nil
            return
        }
        let base = environment?.authentication == nil ? client.configuration.ownBase : environment?.baseURL
        let isInside = url.flatMap { base?.contains($0) } ?? false
        scope = request.environmentDefaults == .always && !isInside ? origin : base.map { .below($0) }
    }

    func credentials(for url: RequestURL) -> Credentials? {
        guard let credentials, let scope, scope.covers(url) else { return nil }
        return credentials
    }

    /// Returns whether the credentials of an exchange must be asked about its response, and records it.
    ///
    /// An authenticator is asked about each status once in a task, and about no 401 behind a 403; Digest tells by the
    /// answer itself whether another round makes sense.
    mutating func asks(about status: StatusCode, to exchangeRequest: ExchangeRequest) -> Bool {
        guard let credentials = exchangeRequest.credentials, credentials.canAnswer(status) else {
            return false
        }
        if case .digest = credentials.scheme { return true }
        if status == 401, asked.contains(403) { return false }
        return asked.insert(status).inserted
    }

    /// Counts another round.
    ///
    /// Returns an error if there were too many.
    mutating func beginRound() -> ClientError? {
        rounds += 1
        guard rounds > maximumRounds else { return nil }
        return ClientError(
            .auth, .receive, "the server refused \(rounds) proofs and asks for another",
            hint: "check the name and the password")
    }
}

extension Credentials {
    fileprivate func canAnswer(_ status: StatusCode) -> Bool {
        switch scheme {
        case .anonymous, .fields, .connection, .aws: false
        case .digest: status == 401
        case .authenticator: status == 401 || status == 403 || status == 407
        }
    }
}

enum CredentialScope: Sendable, Hashable {
    case below(BaseURL)
    /// All URLs with the same origin.
    case origin(of: RequestURL)

    func covers(_ url: RequestURL) -> Bool {
        switch self {
        case .below(let base): base.contains(url)
        case .origin(let other): url.origin == other.origin
        }
    }
}
