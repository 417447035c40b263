internal import EngineSupport

/// A server of a client, with defaults for its requests.
///
/// The defaults apply only to requests below the base URL: same scheme, host, port and user information, and a path
/// below its path, even if a server decodes dots and slashes first. A default for one server therefore never reaches
/// another one. A task keeps the environment with which it started. Comparing environments compares the identity of
/// their ``cookies``.
@dynamicMemberLookup
public struct ServerEnvironment: Sendable, Hashable {
    /// The name with which requests select the environment.
    public var name: String
    /// The base URL for relative URLs, below which the defaults apply.
    public var baseURL: BaseURL
    /// Header fields for requests that have no field with the same name.
    public var defaultHeaders: Headers
    /// The credentials for requests that have none, or `nil` for those of the client, which apply only below its own
    /// base URL.
    public var authentication: Credentials?
    /// Options for requests that do not set them.
    ///
    /// An option that is `nil` is that of the client. Its members can be used as members of the environment.
    public var options: RequestOptions {
        get { stored.value }
        set { stored.value = newValue }
    }
    private var stored = StoredOptions()

    /// Indicates whether the environment sets any options.
    var hasOptions: Bool { !stored.isEmpty }

    /// The storage for cookies below the base URL, or `nil` for that of the client.
    public var cookies: (any CookieStorage)? {
        get { jar?.object }
        set { jar = newValue.map { IdentityBox($0) } }
    }
    private var jar: IdentityBox<any CookieStorage>?

    /// Creates an environment.
    ///
    /// - Throws: `invalidRequest/queue` if the base URL is invalid.
    public init(
        _ name: String, baseURL: some RequestTarget, defaultHeaders: Headers = [:],
        authentication: Credentials? = nil
    ) throws(ClientError) {
        self.name = name
        self.baseURL = try BaseURL(baseURL.requestURL)
        self.defaultHeaders = defaultHeaders
        self.authentication = authentication
    }

    /// A member of ``options``.
    public subscript<Value>(dynamicMember path: WritableKeyPath<RequestOptions, Value>) -> Value {
        get { options[keyPath: path] }
        set { options[keyPath: path] = newValue }
    }
}

extension [ServerEnvironment] {
    /// Returns the environment whose base URL contains a URL.
    ///
    /// If several do, it is the one with the longest path.
    func governing(_ url: RequestURL) -> ServerEnvironment? {
        var found: ServerEnvironment?
        for environment in self where environment.baseURL.contains(url) {
            let isLonger = environment.baseURL.url.path.utf8.count > found?.baseURL.url.path.utf8.count ?? -1
            if isLonger { found = environment }
        }
        return found
    }

    /// Returns the environment with a name.
    ///
    /// - Throws: `invalidRequest/queue` with similar names.
    func named(_ name: String) throws(ClientError) -> ServerEnvironment {
        if let found = first(where: { $0.name == name }) { return found }
        throw ClientError(
            .invalidRequest, .queue, "there is no environment “\(name)”",
            hint: SimilarNames(to: name, among: map(\.name)).sentence)
    }

    /// Returns the environment whose defaults apply to a request.
    func defaults(for request: Request, at url: RequestURL) throws(ClientError) -> ServerEnvironment? {
        let named = try request.environment.map { name throws(ClientError) in try self.named(name) }
        switch request.environmentDefaults {
        case .never: return nil
        case .always: return named ?? governing(url) ?? first
        case .inScope:
            guard let named else { return governing(url) }
            return named.baseURL.contains(url) ? named : nil
        }
    }
}
