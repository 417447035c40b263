internal import EngineSupport

extension TaskMachine {
    /// An attempt of a task, with the progress of its newest exchange: a pure value.
    struct Attempt: Equatable {
        /// The number of the attempt, from 1.
        var number: Int { place.attempt }
        /// The attempt and the newest exchange within it, for its events.
        var place: Place { content.value.place }
        /// The number of redirects that were followed.
        var redirects: RedirectCount {
            get { content.value.redirects }
            set { content.value.redirects = newValue }
        }
        var hasStartedOver: Bool {
            get { content.value.hasStartedOver }
            set { content.value.hasStartedOver = newValue }
        }
        /// Indicates whether the program that receives the response has disconnected, so that the status counts even if
        /// the body is incomplete.
        var isUnread: Bool {
            get { content.value.isUnread }
            set { content.value.isUnread = newValue }
        }
        /// The newest exchange.
        var progress: ExchangeProgress {
            @inline(__always) _read { yield content.value.progress }
            @inline(__always) _modify { yield &content.value.progress }
        }
        /// In copy-on-write storage, because stages are moved with every signal.
        private var content: CopyOnWriteBox<Content>

        private struct Content: Equatable {
            var place: Place
            var redirects: RedirectCount
            var hasStartedOver = false
            var isUnread = false
            var progress: ExchangeProgress
        }

        init(_ number: Int, _ exchangeRequest: ExchangeRequest, _ settings: TaskSettings, at now: Instant) {
            content = CopyOnWriteBox(
                Content(
                    place: Place(attempt: number, exchange: 1), redirects: RedirectCount(settings),
                    progress: ExchangeProgress(
                        exchangeRequest, reason: nil, keepsBody: !settings.options.discardsBody, at: now)))
        }

        mutating func begin(
            _ exchangeRequest: ExchangeRequest, for reason: ExchangeStart.Reason, at now: Instant
        ) {
            content.value.place.exchange += 1
            progress = progress.next(exchangeRequest, for: reason, at: now)
        }

        /// Adds header fields to the exchange that has not started, and thus to those that follow it.
        mutating func add(_ fields: Headers) throws(ClientError) {
            progress = progress.next(
                try exchangeRequest.replacing(fields), for: progress.reason, at: progress.started)
        }

        var exchangeRequest: ExchangeRequest { progress.exchangeRequest }
    }

    /// The numbers of an attempt and an exchange, which are 0 before the first one.
    struct Place: Equatable {
        var attempt = 0
        var exchange = 0
    }
}
