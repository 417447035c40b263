internal import EngineSupport

/// Everything needed to run one exchange: ``Content`` behind one reference, for it passes through many hands.
@dynamicMemberLookup
struct ExchangeRequest: Sendable, Equatable {
    /// The content of a request.
    struct Content: Sendable, Equatable {
        var url: RequestURL
        var headers: Headers
        var body: Body
        /// All else; compared where a handle goes on with what it has.
        var terms: Terms

        init(
            method: HTTPMethod, url: RequestURL, headers: Headers, body: Body, timeouts: Timeouts,
            credentials: Credentials? = nil
        ) {
            (self.url, self.headers, self.body) = (url, headers, body)
            terms = Terms(method: method, timeouts: timeouts, credentials: credentials)
        }
    }

    /// What is said of a request but for its target, its fields and its body.
    struct Terms: Sendable, Equatable {
        var method: HTTPMethod
        var timeouts: Timeouts
        /// The credentials of its sender, until the request is dressed; redirects out of their scope drop them.
        var credentials: Credentials?
        /// Indicates whether a server at a public address sent us there with a redirect.
        var isFromPublicAddress = false
        /// The version of HTTP that must be used.
        var version: HTTPVersion?
        /// Indicates whether the request may be sent twice; nil goes by the method, which a redirect may change.
        var idempotence: Bool?
        /// The number of times that the request went out before and found no answer; from then on it takes a new
        /// connection.
        fileprivate(set) var repetitions = 0
        var usesCookies = true
        /// Indicates whether there were more cookies than may go out.
        var leavesCookiesOut = false
        /// The use of cached answers.
        var cachePolicy = CachePolicy.standard
        /// The permission to store the answer.
        var storagePolicy = ResponseStoragePolicy.allowed
        /// The rule for a request that no mock answers; nil takes the one of the client's mocks.
        var unmatchedRequests: MockStore.UnmatchedRequests?
        /// The cached answer, where that is settled; nobody else is asked then.
        var kept: CachedAnswer?
        /// The names, in lower case, of the fields that credentials have brought.
        fileprivate(set) var proof: Set<String> = []
    }

    private(set) var content: CopyOnWriteBox<Content>

    init(_ content: Content) {
        self.content = CopyOnWriteBox(content)
    }

    // Inlined, so that no key path is left of it when the program runs.
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

    /// Returns whether both are the same request, which nobody has changed; where not, they may be equal all the same.
    func isIdentical(to other: ExchangeRequest) -> Bool { content.id == other.content.id }

    /// Indicates whether the cache alone answers it.
    var isAnswered: Bool {
        // Not compared with nil, which would copy the answer.
        if case .some = content.value.terms.kept { true } else { false }
    }

    /// Indicates whether it sends a body, be it an empty one.
    var uploads: Bool { content.value.body.isSent(with: content.value.terms.method) }

    /// Indicates whether sending it twice does what sending it once does.
    var isIdempotent: Bool { self.idempotence ?? self.method.isIdempotent }

    /// The maximum number of repetitions of a request that finds no answer: as many as libcurl would make.
    static let maximumRepetitions = 5

    /// The request once more; nil when that was done often enough.
    func repeated(for reason: ExchangeStart.Reason) -> ExchangeRequest? {
        guard self.repetitions < Self.maximumRepetitions else { return nil }
        var next = self
        next.content.value.terms.repetitions += 1
        if reason == .downgrade { next.version = .http11 }
        return next
    }

    /// Forgets how often it went out: another request takes its place.
    mutating func beginAnew() {
        content.value.terms.repetitions = 0
    }

    /// The request with a proof among its fields.
    func dressed(in proof: Headers) throws(ClientError) -> ExchangeRequest {
        var dressed = try replacing(proof)
        for field in proof where !field.isOfContent {
            dressed.content.value.terms.proof.insert(field.name.lowercased())
        }
        return dressed
    }

    /// The request with fields in place of those of the same name, but for those that speak of what is sent or wanted.
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

    /// Indicates whether it is kept in memory with a request that may be sent again: there is none, or it is bytes, and
    /// few of them.
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
    /// Indicates whether it speaks of what is sent or wanted, which is no matter of credentials or single attempts.
    fileprivate var isOfContent: Bool {
        isNamed("Content-Type") || isOfFraming || isNamed("Accept")
    }
}
