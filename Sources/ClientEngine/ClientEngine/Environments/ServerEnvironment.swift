internal import EngineSupport

/// A server that a client talks to, with what its requests take unless they say otherwise.
///
/// The defaults are taken only by requests below the base URL: same scheme, host, port and user information, and a path
/// below its path, also in the eyes of a server that unescapes dots and slashes first. So what is meant for one server
/// never reaches another. A task keeps the environment it started with. ``cookies`` are compared by identity.
@dynamicMemberLookup
public struct ServerEnvironment: Sendable, Hashable {
    /// The name by which requests choose it.
    public var name: String
    /// The base that its relative URLs are resolved against, and where its defaults hold.
    public var baseURL: BaseURL
    /// Sent with its requests that do not set a field of that name.
    public var defaultHeaders: Headers
    /// The credentials of its requests that have none; nil takes the client's credentials inside of their own base.
    public var authentication: Credentials?
    /// Options for its requests that do not set them; nil leaves one to the client.
    ///
    /// Its members can be used as if they were the environment's own.
    public var options: RequestOptions {
        get { stored.value }
        set { stored.value = newValue }
    }
    private var stored = StoredOptions()

    /// Indicates whether it says anything about how requests are handled.
    var hasOptions: Bool { !stored.isEmpty }

    /// The storage for cookies below its base URL; nil takes the client's.
    public var cookies: (any CookieStorage)? {
        get { jar?.object }
        set { jar = newValue.map { IdentityBox($0) } }
    }
    private var jar: IdentityBox<any CookieStorage>?

    /// Creates an environment.
    ///
    /// - Throws: `invalidRequest/queue` where the base URL cannot be one.
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
    /// The environment whose base URL a URL lies below; of several the one with the longest path.
    func governing(_ url: RequestURL) -> ServerEnvironment? {
        var found: ServerEnvironment?
        for environment in self where environment.baseURL.contains(url) {
            let isLonger = environment.baseURL.url.path.utf8.count > found?.baseURL.url.path.utf8.count ?? -1
            if isLonger { found = environment }
        }
        return found
    }

    /// The environment of a name.
    ///
    /// - Throws: `invalidRequest/queue` that tells similar names.
    func named(_ name: String) throws(ClientError) -> ServerEnvironment {
        if let found = first(where: { $0.name == name }) { return found }
        throw ClientError(
            .invalidRequest, .queue, "there is no environment “\(name)”",
            hint: SimilarNames(to: name, among: map(\.name)).sentence)
    }

    /// The environment whose defaults a request takes at its URL.
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
