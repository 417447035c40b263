/// Puts two parts of a URL together as text, where RFC 3986 would replace the last component of the first.
package enum URLJoin: Sendable, Hashable {
    /// One slash between the parts, whatever stands at their seam; an empty part gives the other unchanged.
    case oneSlash
    /// The second part's path below the first part's, with one slash between them, and its query after the first part's.
    ///
    /// A path that is empty adds nothing. The first part's fragment is dropped.
    case appended

    package func join(_ base: String, _ part: String) -> String {
        switch self {
        case .oneSlash:
            if base.isEmpty || part.isEmpty { return base + part }
            let head = base.hasSuffix("/") ? base.dropLast() : base[...]
            let tail = part.hasPrefix("/") ? part.dropFirst() : part[...]
            return head + "/" + tail
        case .appended:
            guard !part.isEmpty else { return base }
            let (stem, path) = (base.prefix(before: "?", "#"), part.prefix(before: "?", "#"))
            let query = base[stem.endIndex...].prefix(before: "#")
            let rest = part[path.endIndex...]
            let joined = path.isEmpty ? String(stem) : Self.oneSlash.join(String(stem), String(path))
            let separated = query.utf8.count > 1 && rest.hasPrefix("?") ? "&" + rest.dropFirst() : rest
            return joined + (query == "?" && rest.hasPrefix("?") ? "" : query) + separated
        }
    }
}

extension Request {
    /// Returns the request with what it leaves open taken from a base request.
    ///
    /// Unless the URL is absolute, its path goes below the base's path, with one slash between them, and its query behind the
    /// base's query. Headers and
    /// `userInfo` are merged by name and parameters as sets are, with this request's values winning; ``options`` are merged
    /// as a client's are. This request's interceptors are asked before the base's. Method, body, name, identifier and
    /// idempotence are never inherited, and what proves who sends the base is not when the URL leads to another origin.
    public func inheriting(from base: Request) -> Request {
        var merged = self
        merged.inheritHeaders(from: base)
        merged.url = url.hasScheme ? url : URLJoin.appended.join(base.url, url)
        merged.inheritParameters(from: base)
        merged.environment = environment ?? base.environment
        merged.userInfo = base.userInfo.merging(userInfo)
        merged.interceptors = interceptors.followed(by: base.interceptors)
        merged.options = options.merged(over: base.options)
        return merged
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

    /// Takes the base's parameters: into one set with its own where both go to one place.
    private mutating func inheritParameters(from base: Request) {
        let theirs = base.options.placement ?? .automatic
        if (options.placement ?? theirs).isFolded(with: theirs) {
            parameters = base.parameters.merging(parameters)
            parameterSets = base.parameterSets.merging(parameterSets)
        } else {
            let others =
                base.parameters.isEmpty ? [] : [ParameterSet(parameters: base.parameters, placement: theirs)]
            parameterSets = (others + base.parameterSets).merging(parameterSets)
        }
    }
}
