internal import EngineSupport

/// A request to a server, with its options.
///
/// A request is a plain value, which can be sent any number of times. The members of its ``options`` can be used as
/// members of the request:
///
/// ```swift
/// let request = Request.get("users").with { $0.attemptTimeout = .seconds(5) }
/// ```
@dynamicMemberLookup
public struct Request: Sendable, Hashable {
    /// The HTTP method.
    public var method: HTTPMethod {
        get { stored.value.method }
        _modify { yield &stored.value.method }
    }
    /// The URL: absolute, or relative to the base URL of the client.
    public var url: String {
        get { stored.value.url.text }
        set { stored.value.url = WrittenURL(newValue) }
    }
    /// The parsed URL, set by a caller that has parsed an absolute ``url`` itself.
    ///
    /// Setting ``url`` resets it to `nil`. If it is `nil`, the client parses the URL.
    public var parsedURL: RequestURL? {
        get { stored.value.url.parsed }
        set { stored.value.url.parsed = newValue }
    }
    /// The header fields in order.
    ///
    /// Invalid names or values fail the task before anything is sent.
    public var headers: Headers {
        _read { yield stored.value.headers }
        _modify { yield &stored.value.headers }
    }
    /// The body.
    public var body: Body {
        _read { yield stored.value.body }
        _modify { yield &stored.value.body }
    }
    /// The parameters in order; ``RequestOptions/placement`` determines whether they belong to the query or the body.
    public var parameters: Parameters {
        _read { yield stored.value.parameters }
        _modify { yield &stored.value.parameters }
    }
    var parameterSets: [ParameterSet] {
        get { stored.value.parameterSets }
        _modify { yield &stored.value.parameterSets }
    }
    /// Values of yours that stay with the request, but are never sent.
    public var userInfo: UserInfo {
        get { stored.value.userInfo }
        _modify { yield &stored.value.userInfo }
    }

    // MARK: What it is called

    /// A name for people, as `@name` in a file of saved requests.
    public var name: String? {
        get { stored.value.name }
        _modify { yield &stored.value.name }
    }
    /// The name that identifies the running task of the request in its client; see ``ExistingTaskPolicy``.
    public var identifier: String? {
        get { stored.value.identifier }
        _modify { yield &stored.value.identifier }
    }

    // MARK: Whom it concerns

    /// The name of the server whose base URL relative URLs are resolved against, or `nil` for the base URL of the
    /// client.
    public var environment: String? {
        get { stored.value.environment }
        _modify { yield &stored.value.environment }
    }
    /// The condition for using the defaults of a server's environment.
    public var environmentDefaults: EnvironmentDefaults {
        get { stored.value.environmentDefaults }
        _modify { yield &stored.value.environmentDefaults }
    }
    /// The credentials, which are sent only to the origin of ``url``, or `nil` for those of the client, which apply
    /// only below its base URL.
    public var authentication: Credentials? {
        get { stored.value.authentication }
        _modify { yield &stored.value.authentication }
    }
    /// Indicates whether sending the request repeatedly has the same effect as sending it once.
    ///
    /// `nil` means that the method determines this (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool? {
        get { stored.value.isIdempotent }
        _modify { yield &stored.value.isIdempotent }
    }
    /// The interceptors of the task, in addition to or instead of those of the client.
    public var interceptors: Interception {
        get { stored.value.interceptors }
        _modify { yield &stored.value.interceptors }
    }

    // MARK: How it is handled

    /// The options.
    ///
    /// An option that is `nil` is that of the server's environment or the client.
    public var options: RequestOptions {
        get { stored.value.options.value }
        set { stored.value.options.value = newValue }
    }

    var hasOptions: Bool { !stored.value.options.isEmpty }

    /// The content, stored by reference, because requests are copied often and changed rarely.
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

    /// An identity that the request shares with its unchanged copies, valid while any of them exists.
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

    /// The mock that answers every exchange of the request's task, before the mocks of the client and the network.
    ///
    /// It answers regardless of its ``Mock/match``, even while the mocks of the client are disabled. Each task counts
    /// its answers separately. After ``Mock/times`` answers, the mock no longer applies.
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

/// A URL as written, with its parsed form, which depends only on the text and is not compared.
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
    /// Text formats, such as a curl command, represent requests in this way.
    public var spelledOut: Request {
        guard let type = body.contentType, body.content != body else { return self }
        var copy = self
        if copy.headers["Content-Type"] == nil { copy.headers.add("Content-Type", type) }
        copy.body = body.bytes.map { .bytes($0) } ?? body.content
        return copy
    }
}
