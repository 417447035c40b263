/// Says what to ask of which server, and how: a plain value that can be sent any number of times.
public struct Request: Sendable, Hashable {
    /// What to do.
    public var method: Method
    /// Where: an absolute URL, or one relative to the client's base URL.
    public var url: String
    /// The version of HTTP that must be used, also after redirects; nil leaves it to client and server.
    public var version: HTTPVersion?
    /// The fields to send, in order.
    ///
    /// Names or values that cannot be sent fail the task before anything is sent.
    public var headers: Headers
    /// What to send after the head.
    public var body: Body
    /// Parameters for the query or the body, in order.
    public var parameters: Parameters
    /// Where the parameters go.
    public var placement: ParameterPlacement
    /// How parameters are written into a query or a form.
    public var parameterEncoding: ParameterEncoding
    /// Further parameters, each set with a place of its own.
    public var parameterSets: [ParameterSet]
    /// Names the server that relative URLs are resolved against; nil takes the client's base URL.
    public var environment: String?
    /// When the defaults of a server are taken.
    public var environmentDefaults: EnvironmentDefaults
    /// What tells the request's live task from others of the client; see ``LiveTaskRule``.
    public var identifier: String?
    /// Values of your own that go with the request wherever it goes, never on the wire.
    public var userInfo: UserInfo
    /// A name for people; the `@name` of a saved request.
    public var name: String?
    /// Whether 3xx answers with a usable Location are followed; nil takes the client's setting.
    public var followsRedirects: Bool?
    /// When to try again; nil takes the client's policy.
    public var retry: RetryPolicy?
    /// Who sends it, proved to the origin of ``url`` alone; nil takes the client's credentials inside of its base URL.
    public var authentication: Credentials?
    /// Whether sending twice is as good as once; nil goes by the method (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool?
    /// Whether the client's cookies are sent, and those that come are kept.
    public var usesCookies: Bool
    /// How kept answers are used; nil takes the client's policy.
    ///
    /// Methods other than GET and HEAD always ask the server.
    public var cachePolicy: CachePolicy?
    /// How far the answer may be kept where its server does not say; nil is ``ResponseStoragePolicy/allowed``.
    public var storagePolicy: ResponseStoragePolicy?
    /// Whether the body's length must be known before it is sent; nil takes the client's setting.
    ///
    /// A stream that does not tell its length is then read into memory first, up to ``Limits/collectedBody``,
    /// instead of being sent chunked.
    public var requiresContentLength: Bool?
    /// How long each part may take; nil takes the client's deadlines.
    public var deadlines: Deadlines?
    /// How long one attempt may take, redirects included; nil takes ``Client/Configuration/attemptTimeout``.
    public var timeout: Duration?
    /// How long the whole task may take, waits between attempts included; nil takes ``Client/Configuration/totalTimeout``.
    public var deadline: Duration?
    /// How urgent it is; a task's own ``RequestTask/priority`` can be changed while it waits.
    public var priority = Priority.normal
    /// Who stands around the task, besides or instead of the client's interceptors.
    public var interception = Interception.inherited
    /// Whether the body of the response is kept, in the record and for the response.
    ///
    /// Where it is not, only events carry it, as it is on the wire, and the limit on collected bodies does not hold: a
    /// body of any size passes in little memory. ``BodyDecoder`` takes its coding off.
    public var keepsBody: Bool
    /// Whether the activity counter counts this request; nil takes the client's setting.
    public var countsAsActivity: Bool?
    /// Where its Swift tasks run; nil takes ``Client/Configuration/taskExecutor``.
    public var taskExecutor: (any TaskExecutor)? {
        get { executor?.object }
        set { executor = newValue.map { Reference($0) } }
    }
    var executor: Reference<any TaskExecutor>?
    /// Answers every exchange of this request's task, before the client's mocks and the network are asked.
    ///
    /// It answers this request whatever its ``Mock/match`` says, also while the client's mocks are off. Each task begins
    /// its answers anew; after ``Mock/times`` of them it steps aside.
    public var mock: Mock?
    /// What becomes of it where no mock answers, also while the client's mocks are off; nil takes what they say.
    public var unmocked: MockStore.Unmocked?

    /// Creates a request.
    public init(
        method: Method = .get, url: some RequestTarget, headers: Headers = [:], body: Body = .none
    ) {
        self.method = method
        self.url = url.requestURL
        self.headers = headers
        self.body = body
        keepsBody = true
        parameters = [:]
        placement = .automatic
        parameterEncoding = ParameterEncoding()
        parameterSets = []
        environmentDefaults = .inScope
        userInfo = UserInfo()
        usesCookies = true
    }
}
