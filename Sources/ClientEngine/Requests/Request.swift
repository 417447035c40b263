/// Says what to ask of which server, and how: a plain value that can be sent any number of times.
///
/// How it is handled is said by ``options``, whose members can be used as if they were the request's own:
///
/// ```swift
/// let request = Request.get("users").with { $0.attemptTimeout = .seconds(5) }
/// ```
@dynamicMemberLookup
public struct Request: Sendable, Hashable {
    /// The method.
    public var method: HTTPMethod
    /// Where: an absolute URL, or one relative to the client's base URL.
    public var url: String
    /// The fields to send, in order.
    ///
    /// Names or values that cannot be sent fail the task before anything is sent.
    public var headers: Headers
    /// The body.
    public var body: Body
    /// Parameters for the query or the body, in order; ``RequestOptions/placement`` says which.
    public var parameters: Parameters = [:]
    /// Further parameters, each set with a place of its own.
    package var parameterSets: [ParameterSet] = []
    /// Values of your own that go with the request wherever it goes, never on the wire.
    public var userInfo = UserInfo()

    // MARK: What it is called

    /// A name for people; the `@name` of a saved request.
    public var name: String?
    /// The name that tells the request's live task from others of the client; see ``LiveTaskRule``.
    public var identifier: String?

    // MARK: Whom it concerns

    /// Names the server that relative URLs are resolved against; nil takes the client's base URL.
    public var environment: String?
    /// When the defaults of a server are taken.
    public var environmentDefaults = EnvironmentDefaults.inScope
    /// The credentials, proved to the origin of ``url`` alone; nil takes the client's credentials inside of its base URL.
    public var authentication: Credentials?
    /// Whether sending twice is as good as once; nil goes by the method (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool?
    /// The interceptors of the task, besides or instead of the client's interceptors.
    public var interception = Interception.inherited

    // MARK: How it is handled

    /// How it is handled; what is nil is left to the server's environment and the client.
    public var options: RequestOptions {
        get { stored.value }
        set { stored.value = newValue }
    }
    private var stored = StoredOptions()

    /// Whether it says anything about how it is handled.
    var hasOptions: Bool { !stored.isEmpty }

    /// Creates a request.
    public init(
        method: HTTPMethod = .get, url: some RequestTarget, headers: Headers = [:], body: Body = .none
    ) {
        self.method = method
        self.url = url.requestURL
        self.headers = headers
        self.body = body
    }

    /// A member of ``options``.
    public subscript<Value>(dynamicMember path: WritableKeyPath<RequestOptions, Value>) -> Value {
        get { options[keyPath: path] }
        set { options[keyPath: path] = newValue }
    }
}

extension Request {
    /// Answers every exchange of this request's task, before the client's mocks and the network are asked.
    ///
    /// It answers this request whatever its ``Mock/match`` says, also while the client's mocks are off. Each task begins
    /// its answers anew; after ``Mock/times`` of them it steps aside.
    package var mock: Mock? {
        get { userInfo[.mock] }
        set { userInfo[.mock] = newValue }
    }
}

extension UserInfo.Key<Mock> {
    fileprivate static let mock = UserInfo.Key<Mock>("ClientEngine.mock")
}
