import FoundationEssentials

struct CacheableAnswer: Sendable {
    var lookup: CacheLookup
    var head: ResponseHead
    /// The body before content decoding.
    var body: [UInt8]
    /// The policy that applies if the server says nothing.
    var storage: ResponseStoragePolicy
    var requested: Date
    /// The time when the head arrived.
    var received: Date

    /// The reason why the response must not be stored, or `nil` if it may be (RFC 9111, section 3).
    var refusal: CacheRefusal? {
        let control = CacheControl(head.headers)
        if lookup.method != .get { return .method }
        if lookup.hasForeignCondition || lookup.asksAboutOwnCopy && head.status == 304 {
            return .conditional
        }
        if lookup.policy == .bypass || lookup.control.has("no-store") { return .noStore }
        let mustUnderstand = control.has("must-understand")
        if mustUnderstand ? !isUnderstood : control.has("no-store") { return .noStore }
        if head.headers.varyNames.contains("*") { return .varies }
        let isExplicit =
            control.has("max-age") || control.has("public") || control.has("private")
            || head.headers["Expires"] != nil
        guard head.status >= 200, ![206, 304].contains(head.status),
            isExplicit || CachedResponse.heuristicStatuses.contains(head.status)
        else { return .status }
        return storage == .notAllowed && !hasCachingHeaders ? .policy : nil
    }

    /// Indicates whether the server says something about storing the response, so that the policy of the request does
    /// not apply.
    var hasCachingHeaders: Bool {
        let control = CacheControl(head.headers)
        return head.headers["Expires"] != nil
            || ["no-cache", "no-store", "max-age", "s-maxage"].contains { control.has($0) }
    }

    var isForMemoryOnly: Bool { storage == .memoryOnly && !hasCachingHeaders }

    var kept: CachedResponse {
        CachedResponse(head, body: body, to: lookup, requested: requested, received: received)
    }

    /// The keys whose responses are invalid after this response: that of the target, and those in `Location` and
    /// `Content-Location` with the same origin (RFC 9111, section 4.4).
    var invalidated: [String] {
        let isSafe = [HTTPMethod.get, .head, .options, .trace].contains(lookup.method)
        guard !isSafe, (200...399).contains(head.status) else { return [] }
        let others = ["Location", "Content-Location"].compactMap { head.headers[$0] }.compactMap {
            try? lookup.url.resolving(reference: $0)
        }
        return [lookup.key] + others.filter { $0.origin == lookup.url.origin }.map(\.text)
    }

    private var isUnderstood: Bool {
        ![206, 304].contains(head.status)
            && (CachedResponse.heuristicStatuses.contains(head.status)
                || [302, 303, 307, 400, 403, 500, 502, 503, 504].contains(head.status))
    }
}

extension CachedResponse {
    /// Returns whether the response may replace an error or a 5xx response (RFC 5861, section 4).
    func mayStandInForError(to lookup: CacheLookup, at now: Date) -> Bool {
        guard !forbidsStaleUse, case .stale(let excess) = freshness(at: now) else { return false }
        return [control, lookup.control].compactMap { $0.seconds("stale-if-error") }.contains {
            excess <= $0
        }
    }

    /// Returns whether a 304 refers to this response: it must not have a different strong tag (RFC 9111, section
    /// 4.3.4).
    func isConfirmed(by head: ResponseHead) -> Bool {
        guard let tag = head.headers["ETag"], !tag.hasPrefix("W/"), let own = headers["ETag"] else {
            return true
        }
        return tag == own
    }

    /// Returns whether a response to HEAD shows that the response to GET has changed (RFC 9111, section 4.3.5).
    func isContradicted(by head: ResponseHead) -> Bool {
        ["ETag", "Last-Modified", "Content-Length"].contains { name in
            guard let new = head.headers[name], let old = headers[name] else { return false }
            return new != old
        }
    }
}
