import Foundation

/// What a cache has to do with an exchange: a pure value.
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
        case looking(CacheQuestion, ExchangeOrder)
        /// What is kept is told as if it came.
        case playing
        /// A server is asked, and the cache notes what it answers.
        case watching(CacheVisit)
        /// The cache takes what came; then the end is told.
        case keeping(ExchangeEnd, Instant)
    }

    enum Action {
        case nothing
        /// Has the cache asked; ends with `follow`.
        case look(CacheQuestion)
        /// Tells these signals as if they came; the server is asked anew besides, where that is wanted.
        case play([ExchangeSignal], refreshing: Bool)
        /// Has a server asked.
        case goOnline(ExchangeOrder)
        /// Has the cache take what came; ends with `kept`.
        case keep(CacheVisit, ExchangeEnd)
        /// Tells these signals, behind which there is nothing.
        case tell([ExchangeSignal], Instant)
    }

    private(set) var stage = Stage.idle

    var isPlaying: Bool { if case .playing = stage { true } else { false } }

    /// Begins with a question to the cache.
    mutating func begin(_ order: ExchangeOrder, _ question: CacheQuestion) -> Action {
        stage = .looking(question, order)
        return .look(question)
    }

    /// Begins with what is settled already.
    mutating func play(_ kept: KeptAnswer, for order: ExchangeOrder, at now: Date) -> Action {
        let body = order.method == .head ? [] : kept.response.body
        return play(kept.use, kept.response.head(at: now), body)
    }

    /// Follows what the cache has decided.
    mutating func follow(_ decision: CacheDecision, capacity: Int, at now: Date) -> Action {
        guard case .looking(let question, let order) = stage else { return .nothing }
        let forOthers = order.adding(question.fieldsForOthers)
        switch decision {
        case .ask:
            watch(question, order, about: nil, capacity, now)
            return .goOnline(forOthers)
        case .validate(let kept, let conditions):
            watch(question, order, about: kept, capacity, now)
            return .goOnline(forOthers.adding(conditions))
        case .use(let kept, let refreshing):
            let answer = KeptAnswer(response: kept, use: .hit(age: kept.wholeAge(at: now)))
            guard case .play(let signals, _) = play(answer, for: order, at: now) else { return .nothing }
            return .play(signals, refreshing: refreshing)
        case .confirm(let kept):
            return play(.hit(age: kept.wholeAge(at: now)), kept.confirmingHead(at: now), [])
        case .refuse:
            let status = StatusCode.gatewayTimeout
            return play(
                .missing, ResponseHead(status: status.rawValue, reason: status.reason, headers: [:]), [])
        }
    }

    /// Notes what a server answers.
    mutating func note(_ signal: ExchangeSignal, at now: @autoclosure () -> Date) {
        guard case .watching(var visit) = stage else { return }
        // The stage must not hold the body while the visit adds to it.
        stage = .idle
        visit.note(signal, at: now())
        stage = .watching(visit)
    }

    /// Has what came kept before the end is told.
    mutating func end(_ end: ExchangeEnd, at instant: Instant) -> Action {
        guard case .watching(let visit) = stage else { return .tell([.ended(end)], instant) }
        stage = .keeping(end, instant)
        return .keep(visit, end)
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
        _ question: CacheQuestion, _ order: ExchangeOrder, about kept: CachedResponse?, _ capacity: Int,
        _ now: Date
    ) {
        stage = .watching(
            CacheVisit(question, order.storagePolicy, about: kept, capacity: capacity, at: now))
    }
}
