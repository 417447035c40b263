internal import EngineSupport

/// Says what to ask of which server, and how: a plain value that can be sent any number of times.
///
/// Its handling is said by ``options``, whose members can be used as if they were the request's own:
///
/// ```swift
/// let request = Request.get("users").with { $0.attemptTimeout = .seconds(5) }
/// ```
@dynamicMemberLookup
public struct Request: Sendable, Hashable {
    /// The method.
    public var method: HTTPMethod {
        get { stored.value.method }
        _modify { yield &stored.value.method }
    }
    /// An absolute URL, or one relative to the client's base URL.
    public var url: String {
        get { stored.value.url.text }
        set { stored.value.url = WrittenURL(newValue) }
    }
    /// The parsed URL, set by a caller that has parsed an absolute ``url`` itself; changing ``url`` resets it to nil.
    ///
    /// The client parses the URL of a request without it.
    public var parsedURL: RequestURL? {
        get { stored.value.url.parsed }
        set { stored.value.url.parsed = newValue }
    }
    /// The fields to send, in order.
    ///
    /// Names or values that cannot be sent fail the task before anything is sent.
    public var headers: Headers {
        _read { yield stored.value.headers }
        _modify { yield &stored.value.headers }
    }
    /// The body.
    public var body: Body {
        _read { yield stored.value.body }
        _modify { yield &stored.value.body }
    }
    /// Parameters for the query or the body, in order; ``RequestOptions/placement`` says which.
    public var parameters: Parameters {
        _read { yield stored.value.parameters }
        _modify { yield &stored.value.parameters }
    }
    var parameterSets: [ParameterSet] {
        get { stored.value.parameterSets }
        _modify { yield &stored.value.parameterSets }
    }
    /// Values of your own that go with the request wherever it goes, never on the wire.
    public var userInfo: UserInfo {
        get { stored.value.userInfo }
        _modify { yield &stored.value.userInfo }
    }

    // MARK: What it is called

    /// A name for people; the `@name` of a saved request.
    public var name: String? {
        get { stored.value.name }
        _modify { yield &stored.value.name }
    }
    /// The name that identifies the request's live task among those of the client; see ``ExistingTaskPolicy``.
    public var identifier: String? {
        get { stored.value.identifier }
        _modify { yield &stored.value.identifier }
    }

    // MARK: Whom it concerns

    /// Names the server that relative URLs are resolved against; nil takes the client's base URL.
    public var environment: String? {
        get { stored.value.environment }
        _modify { yield &stored.value.environment }
    }
    /// The condition for the defaults of a server.
    public var environmentDefaults: EnvironmentDefaults {
        get { stored.value.environmentDefaults }
        _modify { yield &stored.value.environmentDefaults }
    }
    /// The credentials, proved to the origin of ``url`` alone; nil takes the client's credentials inside of its base URL.
    public var authentication: Credentials? {
        get { stored.value.authentication }
        _modify { yield &stored.value.authentication }
    }
    /// Indicates whether sending twice is as good as once; nil goes by the method (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool? {
        get { stored.value.isIdempotent }
        _modify { yield &stored.value.isIdempotent }
    }
    /// The interceptors of the task, besides or instead of the client's interceptors.
    public var interceptors: Interception {
        get { stored.value.interceptors }
        _modify { yield &stored.value.interceptors }
    }

    // MARK: How it is handled

    /// Its options; nil leaves one to the server's environment and the client.
    public var options: RequestOptions {
        get { stored.value.options.value }
        set { stored.value.options.value = newValue }
    }

    var hasOptions: Bool { !stored.value.options.isEmpty }

    /// The content, behind one reference: requests are copied often and changed seldom.
    private(set) var stored: CopyOnWriteBox<Stored>

    struct Stored: Sendable, Hashable {
        var method: HTTPMethod
        var url: WrittenURL
        var headers: Headers
        var body: Body
        var parameters: Parameters = [:]
        var parameterSets: [ParameterSet] = []
        var userInfo = UserInfo()
        var name: String?
        var identifier: String?
        var environment: String?
        var environmentDefaults = EnvironmentDefaults.inScope
        var authentication: Credentials?
        var isIdempotent: Bool?
        var interceptors = Interception.inherited
        var options = StoredOptions()
    }

    /// An identity of the request and its unchanged copies, for as long as one of them is kept.
    var id: ObjectIdentifier { stored.id }

    /// Creates a request.
    public init(
        method: HTTPMethod = .get, url: some RequestTarget, headers: Headers = [:], body: Body = .none
    ) {
        stored = CopyOnWriteBox(
            Stored(method: method, url: WrittenURL(url.requestURL), headers: headers, body: body))
    }

    /// A member of ``options``.
    public subscript<Value>(dynamicMember path: WritableKeyPath<RequestOptions, Value>) -> Value {
        get { options[keyPath: path] }
        set { options[keyPath: path] = newValue }
    }

    /// Answers every exchange of this request's task, before the client's mocks and the network are asked.
    ///
    /// It answers this request whatever its ``Mock/match`` says, also while the client's mocks are off. Each task begins
    /// its answers anew; after ``Mock/times`` of them it steps aside.
    public var mock: Mock? {
        get { userInfo[.mock] }
        set { userInfo[.mock] = newValue }
    }

    /// Indicates whether the client ignores mocks that would forward the request to another origin.
    public var staysAtOrigin: Bool {
        get { userInfo[.staysAtOrigin] ?? false }
        set { userInfo[.staysAtOrigin] = newValue }
    }
}

/// A URL as it was written, and what a parser has made of it, which follows from the text and is not compared.
struct WrittenURL: Sendable, Hashable {
    let text: String
    var parsed: RequestURL?

    init(_ text: String) { self.text = text }

    static func == (left: WrittenURL, right: WrittenURL) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension UserInfo.Key<Bool> {
    fileprivate static let staysAtOrigin = UserInfo.Key<Bool>("ClientEngine.staysAtOrigin")
}

extension UserInfo.Key<Mock> {
    fileprivate static let mock = UserInfo.Key<Mock>("ClientEngine.mock")
}

extension Request {
    /// The request with the media type of its body as a header field instead of a part of the body.
    ///
    /// Formats of text, such as a line of curl, write requests like that.
    public var spelledOut: Request {
        guard let type = body.contentType, body.content != body else { return self }
        var copy = self
        if copy.headers["Content-Type"] == nil { copy.headers.add("Content-Type", type) }
        copy.body = body.bytes.map { .bytes($0) } ?? body.content
        return copy
    }
}
