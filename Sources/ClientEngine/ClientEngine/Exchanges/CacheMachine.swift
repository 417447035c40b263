import FoundationEssentials

/// The state machine of the cache in an exchange: a pure value.
///
/// The cache is asked first. It may store the response of a server.
///
/// ```
///  idle ─begin─▶ looking ─┬─ kept ──────▶ playing ─────────────────────▶ idle
///                         └─ not, or ───▶ watching ─ended─▶ keeping ─kept─▶ idle
///                            to be asked     (the network)
///                            about
/// ```
struct CacheMachine {
    enum Stage {
        case idle
        /// The cache looks up a response.
        case looking(CacheLookup, ExchangeRequest)
        /// The cached response is reported as if it arrived.
        case playing
        /// A server is asked, and the transaction collects its response.
        case watching(CacheTransaction)
        /// The cache stores the response.
        ///
        /// The end is reported afterwards.
        case keeping(ExchangeEnd, Instant)
    }

    enum Action {
        case nothing
        /// Looks up a response in the cache.
        ///
        /// ``follow(_:capacity:at:)`` comes next.
        case look(CacheLookup)
        /// Reports these signals as if they arrived.
        ///
        /// If `refreshing` is `true`, a server is asked to refresh the cache.
        case play([ExchangeSignal], refreshing: Bool)
        /// Sends the request to a server.
        case goOnline(ExchangeRequest)
        /// Stores the response in the cache.
        ///
        /// ``kept(_:)`` comes next.
        case keep(CacheTransaction, ExchangeEnd)
        /// Reports these last signals.
        case tell([ExchangeSignal], Instant)
    }

    private(set) var stage = Stage.idle

    /// Starts with a lookup in the cache.
    mutating func begin(_ exchangeRequest: ExchangeRequest, _ lookup: CacheLookup) -> Action {
        stage = .looking(lookup, exchangeRequest)
        return .look(lookup)
    }

    /// Starts with a cached response that has already been chosen.
    mutating func play(_ kept: CachedAnswer, for exchangeRequest: ExchangeRequest, at now: Date) -> Action {
        let body = exchangeRequest.method == .head ? [] : kept.response.body
        return play(kept.use, kept.response.head(at: now), body)
    }

    /// Performs the decision of the cache.
    mutating func follow(_ decision: CacheDecision, capacity: Int, at now: Date) -> Action {
        guard case .looking(let lookup, let exchangeRequest) = stage else { return .nothing }
        let forOthers = exchangeRequest.adding(lookup.fieldsForOthers)
        switch decision {
        case .ask:
            watch(lookup, exchangeRequest, about: nil, capacity, now)
            return .goOnline(forOthers)
        case .validate(let kept, let conditions):
            watch(lookup, exchangeRequest, about: kept, capacity, now)
            return .goOnline(forOthers.adding(conditions))
        case .use(let kept, let refreshing):
            let answer = CachedAnswer(response: kept, use: .hit(age: kept.wholeAge(at: now)))
            guard case .play(let signals, _) = play(answer, for: exchangeRequest, at: now) else {
                return .nothing
            }
            return .play(signals, refreshing: refreshing)
        case .confirm(let kept):
            return play(.hit(age: kept.wholeAge(at: now)), kept.confirmingHead(at: now), [])
        case .refuse:
            let status: StatusCode = 504
            return play(
                .missing, ResponseHead(status: status, reason: status.reason, headers: [:]), [])
        }
    }

    /// Collects the response of a server.
    mutating func note(_ signal: ExchangeSignal, at now: @autoclosure () -> Date) {
        guard case .watching(var transaction) = stage else { return }
        // Releases the stage's reference, so that adding to the body does not copy it.
        stage = .idle
        transaction.note(signal, at: now())
        stage = .watching(transaction)
    }

    /// Stores the response before the end is reported.
    mutating func end(_ end: ExchangeEnd, at instant: Instant) -> Action {
        guard case .watching(let transaction) = stage else { return .tell([.ended(end)], instant) }
        stage = .keeping(end, instant)
        return .keep(transaction, end)
    }

    /// Ends with the signals of the cache about the response.
    mutating func kept(_ signals: [ExchangeSignal]) -> Action {
        guard case .keeping(let end, let instant) = stage else { return .nothing }
        stage = .idle
        return .tell(signals + [.ended(end)], instant)
    }

    mutating func stop() {
        stage = .idle
    }

    private mutating func play(_ use: CacheUse, _ head: ResponseHead, _ body: [UInt8]) -> Action {
        stage = .playing
        let content: [ExchangeSignal] = body.isEmpty ? [] : [.received(body)]
        let signals = [.cache(use), .phase(.receive), .head(head)] + content + [.ended(ExchangeEnd())]
        return .play(signals, refreshing: false)
    }

    private mutating func watch(
        _ lookup: CacheLookup, _ exchangeRequest: ExchangeRequest, about kept: CachedResponse?,
        _ capacity: Int,
        _ now: Date
    ) {
        stage = .watching(
            CacheTransaction(lookup, exchangeRequest.storagePolicy, about: kept, capacity: capacity, at: now))
    }
}
