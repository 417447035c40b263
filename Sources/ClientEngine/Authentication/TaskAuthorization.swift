/// Which credentials go with each exchange of a task, and which refusals they may answer: a pure value.
struct TaskAuthorization: Sendable {
    private let credentials: Credentials?
    private let scope: CredentialScope?
    private let maximumRounds: Int
    private var asked: Set<Int> = []
    private var rounds = 0

    init(
        _ request: Request, _ url: RequestURL?, _ configuration: Client.Configuration,
        hiding: Set<Credentials>
    ) {
        maximumRounds = configuration.limits.authenticationRounds
        if let own = request.authentication {
            credentials = own == .anonymous ? nil : own
            scope = url.map { CredentialScope(originOf: $0) }
        } else {
            credentials = configuration.authentication.flatMap {
                hiding.contains($0) || $0 == .anonymous ? nil : $0
            }
            scope =
                credentials == nil
                ? nil
                : configuration.baseURL.flatMap { base in
                    (try? RequestURL(parsing: base)).map { CredentialScope(inside: $0) }
                }
        }
    }

    /// The credentials to send to a URL.
    func credentials(for url: RequestURL) -> Credentials? {
        guard let credentials, let scope, scope.covers(url) else { return nil }
        return credentials
    }

    /// Tells whether the credentials of an exchange are to be asked about its answer, and remembers that they were.
    ///
    /// Each status is asked about once in a task; a 401 behind an answered 403 is the end.
    mutating func asks(about status: Int, to order: ExchangeOrder) -> Bool {
        guard let credentials = order.credentials, credentials.canAnswer(status) else { return false }
        if status == 401, asked.contains(403) { return false }
        return asked.insert(status).inserted
    }

    /// Counts another round; false when there were too many.
    mutating func beginRound() -> Bool {
        rounds += 1
        return rounds <= maximumRounds
    }
}

extension Credentials {
    /// Tells whether somebody can be asked what follows an answer with this status.
    fileprivate func canAnswer(_ status: Int) -> Bool {
        switch scheme {
        case .anonymous, .fields: false
        case .authenticator: status == 401 || status == 403 || status == 407
        }
    }
}
