import FoundationEssentials

struct CacheLookup: Sendable {
    var method: HTTPMethod
    var url: RequestURL
    var headers: Headers
    var policy: CachePolicy
    /// The identity of the sender.
    ///
    /// Anonymous requests use the responses of anonymous requests.
    var asker: Asker

    /// Creates the lookup of a request.
    ///
    /// Methods other than GET and HEAD never use cached responses.
    init(
        method: HTTPMethod, url: RequestURL, headers: Headers, policy: CachePolicy, asker: Asker? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.asker = asker ?? Asker(headers, proof: [], nil, nil)
        self.policy = method == .get || method == .head || policy == .bypass ? policy : .reload
    }

    var key: String { url.text }

    /// The directives of the request.
    ///
    /// `Pragma: no-cache` counts if there are no others (RFC 9111, section 5.4).
    var control: CacheControl {
        let isOld =
            !headers.contains { $0.isNamed("Cache-Control") }
            && headers.values(of: "Pragma").contains { $0.lowercased().contains("no-cache") }
        return CacheControl(isOld ? ["Cache-Control": "no-cache"] : headers)
    }

    /// The header fields that make intermediate caches ask the server.
    var fieldsForOthers: Headers {
        guard method == .get || method == .head, headers["Cache-Control"] == nil else { return [:] }
        return switch policy {
        case .reload, .bypass: ["Cache-Control": "no-cache"]
        case .revalidate: ["Cache-Control": "max-age=0"]
        case .standard, .preferCached, .onlyCached: [:]
        }
    }

    var hasForeignCondition: Bool {
        ["Range", "If-Range", "If-Match", "If-Unmodified-Since"].contains { headers[$0] != nil }
    }

    var asksAboutOwnCopy: Bool { headers["If-None-Match"] != nil || headers["If-Modified-Since"] != nil }
}

enum CacheDecision: Equatable {
    /// No response can be used: send the request to the server.
    case ask
    /// Use this response.
    ///
    /// If `refreshing` is `true`, send the request to the server afterwards.
    case use(CachedResponse, refreshing: Bool)
    /// The copy of the caller is valid: respond with 304.
    case confirm(CachedResponse)
    /// Validate this response: send the request with these fields.
    case validate(CachedResponse, Headers)
    /// There is no response and the server must not be asked: respond with 504.
    case refuse
}

extension CacheLookup {
    /// Decides how to use the cached responses of the key (RFC 9111, section 4).
    func decision(about kept: [CachedResponse], at now: Date) -> CacheDecision {
        let control = control
        guard policy != .bypass, policy != .reload, !hasForeignCondition, !control.has("no-store") else {
            return .ask
        }
        let nothing: CacheDecision = policy == .onlyCached || control.has("only-if-cached") ? .refuse : .ask
        let selected = kept.filter { $0.isSelected(by: self) }.max { $0.received < $1.received }
        guard let selected else { return nothing }
        switch use(of: selected, control, at: now) {
        case .no where nothing == .refuse: return .refuse
        case .no: return asksAboutOwnCopy || !selected.hasValidator ? .ask : validation(of: selected)
        case .yes(let refreshing): return answer(selected, refreshing: refreshing, at: now)
        }
    }

    private enum Use {
        case yes(refreshing: Bool)
        case no
    }

    /// Returns whether a cached response may be used without validation (RFC 9111, sections 4.2.4 and 5.2.1; RFC 5861).
    private func use(of kept: CachedResponse, _ control: CacheControl, at now: Date) -> Use {
        switch policy {
        case .preferCached, .onlyCached: return .yes(refreshing: false)
        case .revalidate: return .no
        case .standard, .reload, .bypass: break
        }
        let directives = kept.control
        guard !control.has("no-cache"), !directives.has("no-cache") else { return .no }
        let age = kept.age(at: now)
        if let maximum = control.seconds("max-age"), age > maximum { return .no }
        let margin = control.seconds("min-fresh") ?? 0
        if age + margin < kept.lifetime { return .yes(refreshing: false) }
        guard margin == 0, !kept.forbidsStaleUse, case .stale(let excess) = kept.freshness(at: now) else {
            return .no
        }
        if control.isBare("max-stale") || control.seconds("max-stale").map({ excess <= $0 }) ?? false {
            return .yes(refreshing: false)
        }
        guard let window = directives.seconds("stale-while-revalidate"), excess <= window,
            control.seconds("max-age") == nil
        else { return .no }
        return .yes(refreshing: true)
    }

    private func answer(_ kept: CachedResponse, refreshing: Bool, at now: Date) -> CacheDecision {
        guard asksAboutOwnCopy, kept.status == 200 else { return .use(kept, refreshing: refreshing) }
        return isOwnCopyRight(kept) ? .confirm(kept) : .use(kept, refreshing: refreshing)
    }

    /// Evaluates the conditions of the caller against a cached response (RFC 9110, section 13.2.2).
    private func isOwnCopyRight(_ kept: CachedResponse) -> Bool {
        let tags = headers.filter { $0.isNamed("If-None-Match") }.flatMap(\.rawValue.listElements)
        if !tags.isEmpty {
            guard let tag = kept.headers.first(where: { $0.isNamed("ETag") })?.rawValue else { return false }
            return tags.contains { $0 == Array("*".utf8) || $0.weakTag == tag.weakTag }
        }
        let date = { (text: String?) in text.flatMap { HTTPDate(parsing: $0, now: kept.received)?.seconds } }
        guard let since = date(headers["If-Modified-Since"]),
            let modified = date(kept.headers["Last-Modified"]) ?? date(kept.headers["Date"])
        else { return false }
        return modified <= since
    }

    private func validation(of kept: CachedResponse) -> CacheDecision {
        var fields = Headers()
        if let tag = kept.headers.first(where: { $0.isNamed("ETag") }) {
            fields.add(Headers.Field(rawName: "If-None-Match".utf8, rawValue: tag.rawValue))
        }
        if let date = kept.headers["Last-Modified"] { fields.add("If-Modified-Since", date) }
        return .validate(kept, fields)
    }
}

extension Collection<UInt8> where SubSequence == ArraySlice<UInt8> {
    /// An entity tag without its weakness indicator, for the weak comparison (RFC 9110, section 8.8.3.2).
    fileprivate var weakTag: ArraySlice<UInt8> {
        starts(with: "W/") ? dropFirst(2) : self[...]
    }
}
