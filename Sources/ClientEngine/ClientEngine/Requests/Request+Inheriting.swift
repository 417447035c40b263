/// The ways to join two parts of a URL as text.
///
/// RFC 3986 would instead replace the last path segment of the first part.
package enum URLJoin: Sendable, Hashable {
    /// Joins the parts with exactly one slash.
    ///
    /// If a part is empty, the other one is unchanged.
    case oneSlash
    /// Appends the path of the second part to that of the first with exactly one slash, and its query to that of the
    /// first.
    ///
    /// An empty path adds nothing. The fragment of the first part is dropped.
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
    /// Returns the request, completed with values from a base request.
    ///
    /// Unless the URL is absolute, its path is appended to that of the base with exactly one slash, and its query to
    /// that of the base. Header fields, `userInfo` and parameters are merged by name, and the values of this request
    /// take precedence. ``options`` are merged like those of a client. The interceptors of this request are called
    /// before those of the base.
    ///
    /// Method, body, name, identifier and idempotence are never inherited. Credentials of the base are not inherited if
    /// the URL has another origin.
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

    /// Adds the parameters of the base, as one set if both have the same placement.
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
