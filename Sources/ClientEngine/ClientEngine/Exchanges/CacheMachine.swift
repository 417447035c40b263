import FoundationEssentials

/// The steps of a cache in an exchange: a pure value.
///
/// It is asked first, and takes what a server answered.
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
        /// The cache is asked.
        case looking(CacheLookup, ExchangeRequest)
        /// The cached answer is told as if it came.
        case playing
        /// A server is asked, and the cache notes what it answers.
        case watching(CacheTransaction)
        /// The cache takes what came; then the end is told.
        case keeping(ExchangeEnd, Instant)
    }

    enum Action {
        case nothing
        /// Has the cache asked; ends with `follow`.
        case look(CacheLookup)
        /// Tells these signals as if they came; the server is asked anew besides, where that is wanted.
        case play([ExchangeSignal], refreshing: Bool)
        /// Has a server asked.
        case goOnline(ExchangeRequest)
        /// Has the cache take what came; ends with `kept`.
        case keep(CacheTransaction, ExchangeEnd)
        /// Tells these signals, behind which there is nothing.
        case tell([ExchangeSignal], Instant)
    }

    private(set) var stage = Stage.idle

    /// Begins with a question to the cache.
    mutating func begin(_ exchangeRequest: ExchangeRequest, _ lookup: CacheLookup) -> Action {
        stage = .looking(lookup, exchangeRequest)
        return .look(lookup)
    }

    /// Begins with what is settled already.
    mutating func play(_ kept: CachedAnswer, for exchangeRequest: ExchangeRequest, at now: Date) -> Action {
        let body = exchangeRequest.method == .head ? [] : kept.response.body
        return play(kept.use, kept.response.head(at: now), body)
    }

    /// Follows what the cache has decided.
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

    /// Notes what a server answers.
    mutating func note(_ signal: ExchangeSignal, at now: @autoclosure () -> Date) {
        guard case .watching(var transaction) = stage else { return }
        // The stage must not hold the body while the transaction adds to it.
        stage = .idle
        transaction.note(signal, at: now())
        stage = .watching(transaction)
    }

    /// Has what came kept before the end is told.
    mutating func end(_ end: ExchangeEnd, at instant: Instant) -> Action {
        guard case .watching(let transaction) = stage else { return .tell([.ended(end)], instant) }
        stage = .keeping(end, instant)
        return .keep(transaction, end)
    }

    /// Ends with what the cache says to what came.
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
