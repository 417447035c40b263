internal import EngineSupport

/// All data of one exchange: ``Content`` in copy-on-write storage, because it is passed between many objects.
@dynamicMemberLookup
struct ExchangeRequest: Sendable, Equatable {
    /// The content of a request.
    struct Content: Sendable, Equatable {
        var url: RequestURL
        var headers: Headers
        var body: Body
        /// All other properties, which are compared when a handle is reused.
        var terms: Terms

        init(
            method: HTTPMethod, url: RequestURL, headers: Headers, body: Body, timeouts: Timeouts,
            credentials: Credentials? = nil
        ) {
            (self.url, self.headers, self.body) = (url, headers, body)
            terms = Terms(method: method, timeouts: timeouts, credentials: credentials)
        }
    }

    /// The properties of a request except its target, its header fields and its body.
    struct Terms: Sendable, Equatable {
        var method: HTTPMethod
        var timeouts: Timeouts
        /// The credentials of the sender, until the request contains them.
        ///
        /// Redirects out of their scope drop them.
        var credentials: Credentials?
        /// Indicates whether a server at a public address redirected the client here.
        var isFromPublicAddress = false
        /// The required version of HTTP.
        var version: HTTPVersion?
        /// The Unix socket to connect to; `nil` connects to the host of the URL.
        var unixSocket: UnixSocket?
        /// Indicates whether the request may be sent twice; nil goes by the method, which a redirect may change.
        var idempotence: Bool?
        /// The number of times that the request was sent without a response.
        ///
        /// If it is not zero, the request uses a new connection.
        fileprivate(set) var repetitions = 0
        var usesCookies = true
        /// Indicates whether there were more cookies than a request may contain.
        var leavesCookiesOut = false
        /// The policy for using cached responses.
        var cachePolicy = CachePolicy.standard
        /// The policy for storing the response.
        var storagePolicy = ResponseStoragePolicy.allowed
        /// The treatment of a request that no mock answers, or `nil` for that of the client's mocks.
        var unmatchedRequests: MockStore.UnmatchedRequests?
        /// The cached response if it has already been chosen.
        ///
        /// No other source is used in this case.
        var kept: CachedAnswer?
        /// The names of the fields that credentials have added, in lower case.
        fileprivate(set) var proof: Set<String> = []
    }

    private(set) var content: CopyOnWriteBox<Content>

    init(_ content: Content) {
        self.content = CopyOnWriteBox(content)
    }

    // Inlined, so that no key path remains at run time.
    @inline(__always) subscript<Value>(dynamicMember path: KeyPath<Content, Value>) -> Value {
        content.value[keyPath: path]
    }

    @inline(__always) subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
        get { content.value[keyPath: path] }
        set { content.value[keyPath: path] = newValue }
    }

    @inline(__always) subscript<Value>(dynamicMember path: KeyPath<Terms, Value>) -> Value {
        content.value.terms[keyPath: path]
    }

    @inline(__always) subscript<Value>(dynamicMember path: WritableKeyPath<Terms, Value>) -> Value {
        get { content.value.terms[keyPath: path] }
        set { content.value.terms[keyPath: path] = newValue }
    }

    /// Returns whether both share the same unchanged content.
    ///
    /// Requests may be equal even if this is `false`.
    func isIdentical(to other: ExchangeRequest) -> Bool { content.id == other.content.id }

    /// Indicates whether only the cache answers the request.
    var isAnswered: Bool {
        // A comparison with `nil` would copy the response.
        if case .some = content.value.terms.kept { true } else { false }
    }

    /// Indicates whether the request has a body, even an empty one.
    var uploads: Bool { content.value.body.isSent(with: content.value.terms.method) }

    /// Indicates whether sending the request twice has the same effect as sending it once.
    var isIdempotent: Bool { self.idempotence ?? self.method.isIdempotent }

    /// The maximum number of repetitions of a request without a response, which is also libcurl's limit.
    static let maximumRepetitions = 5

    /// Returns the request for a repetition, or `nil` after the maximum number.
    func repeated(for reason: ExchangeStart.Reason) -> ExchangeRequest? {
        guard self.repetitions < Self.maximumRepetitions else { return nil }
        var next = self
        next.content.value.terms.repetitions += 1
        if reason == .downgrade { next.version = .http11 }
        return next
    }

    /// Resets the number of repetitions, because another request follows.
    mutating func beginAnew() {
        content.value.terms.repetitions = 0
    }

    /// Returns the request with the fields of credentials.
    func dressed(in proof: Headers) throws(ClientError) -> ExchangeRequest {
        var dressed = try replacing(proof)
        for field in proof where !field.isOfContent {
            dressed.content.value.terms.proof.insert(field.name.lowercased())
        }
        return dressed
    }

    /// Returns the request with fields replaced by those of the same name, except fields that describe the content or
    /// the wanted response.
    func replacing(_ fields: Headers) throws(ClientError) -> ExchangeRequest {
        var exchangeRequest = self
        for field in fields where !field.isOfContent { exchangeRequest.headers.remove(field.name) }
        for field in fields where !field.isOfContent {
            try field.validate()
            exchangeRequest.headers.append(field)
        }
        return exchangeRequest
    }
}

extension Body {
    /// Returns whether a request with the method sends the body, even an empty one.
    func isSent(with method: HTTPMethod) -> Bool { !isNone || method.bringsContent }

    /// Indicates whether a request that may be sent again keeps the body in memory: there is no body, or a small one in
    /// memory.
    var isSmall: Bool {
        switch self {
        case .none: true
        case .bytes(let bytes): bytes.count <= 16 << 10
        case .typed(let body, _): body.isSmall
        default: false
        }
    }
}

extension Headers.Field {
    /// Indicates whether the field describes the content or the wanted response, which credentials and attempts must
    /// not change.
    fileprivate var isOfContent: Bool {
        isNamed("Content-Type") || isOfFraming || isNamed("Accept")
    }
}
