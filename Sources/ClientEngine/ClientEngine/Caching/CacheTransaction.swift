import FoundationEssentials

/// An exchange with a server as the cache sees it: the request, the response, and whether to store it.
struct CacheTransaction: Sendable {
    let lookup: CacheLookup
    let storage: ResponseStoragePolicy
    /// The cached response that the server is asked to validate.
    let validated: CachedResponse?
    let requested: Date
    private var head: ResponseHead?
    private var received: Date
    private var body: [UInt8] = []
    private var isWorthKeeping = false
    /// The largest size in bytes of a body that is collected.
    ///
    /// A larger one would not be stored.
    private let capacity: Int
    private var isTooLarge = false

    init(
        _ lookup: CacheLookup, _ storage: ResponseStoragePolicy, about validated: CachedResponse?,
        capacity: Int, at date: Date
    ) {
        self.capacity = capacity
        self.lookup = lookup
        self.storage = storage
        self.validated = validated
        requested = date
        received = date
    }

    mutating func note(_ signal: ExchangeSignal, at date: Date) {
        switch signal {
        case .told(.head(let head)):
            self.head = head
            received = date
            isWorthKeeping = answer(head).refusal == nil
        case .told(.received(let bytes)) where isWorthKeeping && !isTooLarge:
            isTooLarge = body.count + bytes.count > capacity
            if isTooLarge { body = [] } else { body += bytes }
        default: break
        }
    }

    /// Stores the response if allowed, and returns the signals that follow.
    ///
    /// It may wait for the disk.
    func settle(_ end: ExchangeEnd, in cache: ResponseCache, at now: Date) -> [ExchangeSignal] {
        guard end.error == nil, let head else {
            return [.cache(.notStored(.incomplete))] + staleIfError(in: cache, at: now)
        }
        if let validated, head.status == 304 {
            let confirmed = cache.confirm(
                validated, lookup, with: head, requested: requested, received: received)
            return [
                .instead(
                    confirmed.map { .confirmed(CachedAnswer(response: $0, use: .revalidated)) } ?? .nothing)
            ]
        }
        let isFailure = [500, 502, 503, 504].contains(head.status)
        let staleIfError = isFailure ? staleIfError(in: cache, at: now) : []
        // A response that replaces the failure must stay in the cache.
        guard staleIfError.isEmpty else { return staleIfError }
        guard !isTooLarge else {
            cache.remove(lookup.url)
            return [.cache(.notStored(.size))]
        }
        return [.cache(cache.store(answer(head)))]
    }

    private func staleIfError(in cache: ResponseCache, at now: Date) -> [ExchangeSignal] {
        guard let kept = cache.staleIfError(for: lookup, at: now) else { return [] }
        return [
            .instead(.staleIfError(CachedAnswer(response: kept, use: .stale(age: kept.wholeAge(at: now)))))
        ]
    }

    private func answer(_ head: ResponseHead) -> CacheableAnswer {
        CacheableAnswer(
            lookup: lookup, head: head, body: body, storage: storage, requested: requested,
            received: received)
    }
}
