/// Puts two parts of a URL together as text, where RFC 3986 would replace the last component of the first.
public enum URLJoin: Sendable, Hashable {
    /// One slash between the parts, whatever stands at their seam; an empty part gives the other unchanged.
    case oneSlash
    /// A slash unless the second part is empty or begins with `/` or `?`; then nothing is added or removed.
    case appended

    /// Joins the parts.
    public func join(_ base: String, _ part: String) -> String {
        switch self {
        case .oneSlash:
            if base.isEmpty || part.isEmpty { return base + part }
            let head = base.hasSuffix("/") ? base.dropLast() : base[...]
            let tail = part.hasPrefix("/") ? part.dropFirst() : part[...]
            return head + "/" + tail
        case .appended:
            if part.isEmpty || part.hasPrefix("/") || part.hasPrefix("?") { return base + part }
            return base + "/" + part
        }
    }
}

extension Request {
    /// The request with what it leaves open taken from a base request.
    ///
    /// The URL goes behind the base's, see ``URLJoin/appended``, unless it is absolute. Headers and `userInfo` are merged
    /// by name and parameters as sets are, with this request's values winning; settings that are nil, or as a new request
    /// has them, come from the base. This request's interceptors are asked before the base's, see
    /// ``Interception/followed(by:)``. Method, body, name, identifier and idempotence are never inherited, and what proves
    /// who sends the base is not when the URL leads to another origin.
    public func inheriting(from base: Request) -> Request {
        var merged = self
        merged.inheritHeaders(from: base)
        merged.url = url.hasScheme ? url : URLJoin.appended.join(base.url, url)
        merged.inheritParameters(from: base)
        merged.environment = environment ?? base.environment
        merged.userInfo = base.userInfo.merging(userInfo)
        merged.version = version ?? base.version
        merged.interception = interception.followed(by: base.interception)
        merged.mock = mock ?? base.mock
        merged.unmocked = unmocked ?? base.unmocked
        merged.inheritTimes(from: base)
        merged.inheritHandling(from: base)
        return merged
    }

    /// Takes over when to try again, how long to wait, and how urgent it is.
    private mutating func inheritTimes(from base: Request) {
        retry = retry ?? base.retry
        deadlines = deadlines ?? base.deadlines
        timeout = timeout ?? base.timeout
        deadline = deadline ?? base.deadline
        if priority == .normal { priority = base.priority }
    }

    /// Takes over what is made of redirects, cookies, kept answers and bodies, and where; what the base does without stays away.
    private mutating func inheritHandling(from base: Request) {
        followsRedirects = followsRedirects ?? base.followsRedirects
        cachePolicy = cachePolicy ?? base.cachePolicy
        storagePolicy = storagePolicy ?? base.storagePolicy
        requiresContentLength = requiresContentLength ?? base.requiresContentLength
        usesCookies = usesCookies && base.usesCookies
        keepsBody = keepsBody && base.keepsBody
        countsAsActivity = countsAsActivity ?? base.countsAsActivity
        taskExecutor = taskExecutor ?? base.taskExecutor
    }

    private mutating func inheritHeaders(from base: Request) {
        let ends = [url, base.url].map { (try? RequestURL(parsing: $0))?.origin }
        let isElsewhere = url.hasScheme && (ends[0] == nil || ends[0] != ends[1])
        guard !isElsewhere else {
            headers = base.headers.withoutCredentials.merging(headers)
            return
        }
        headers = base.headers.merging(headers)
        authentication = authentication ?? base.authentication
        if environmentDefaults == .inScope { environmentDefaults = base.environmentDefaults }
    }

    private mutating func inheritParameters(from base: Request) {
        if placement == .automatic { placement = base.placement }
        if placement.isFolded(with: base.placement) {
            parameters = base.parameters.merging(parameters)
            parameterSets = base.parameterSets.merging(parameterSets)
        } else {
            let others = base.parameters.isEmpty ? [] : [ParameterSet(base.parameters, in: base.placement)]
            parameterSets = (others + base.parameterSets).merging(parameterSets)
        }
        if parameterEncoding == ParameterEncoding() { parameterEncoding = base.parameterEncoding }
    }
}
