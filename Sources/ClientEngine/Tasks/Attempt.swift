extension TaskMachine {
    /// One try of a task, and how far its newest exchange has come: a pure value.
    struct Attempt: Equatable {
        /// The number of the attempt, from 1.
        let number: Int
        /// The number of the newest exchange within the attempt, from 1.
        private(set) var exchange = 1
        /// The redirects that were followed.
        var redirects: RedirectCount
        var hasStartedOver = false
        /// The newest exchange.
        var progress: ExchangeProgress {
            @inline(__always) _read { yield boxedProgress.value }
            @inline(__always) _modify { yield &boxedProgress.value }
        }
        /// Behind one reference, for stages are moved with every signal.
        private var boxedProgress: CopyOnWriteBox<ExchangeProgress>

        init(_ number: Int, _ exchangeRequest: ExchangeRequest, _ settings: TaskSettings, at now: Instant) {
            self.number = number
            redirects = RedirectCount(settings)
            boxedProgress = CopyOnWriteBox(
                ExchangeProgress(exchangeRequest, reason: nil, keepsBody: settings.options.keepsBody, at: now)
            )
        }

        mutating func begin(
            _ exchangeRequest: ExchangeRequest, for reason: ExchangeStart.Reason, at now: Instant
        ) {
            exchange += 1
            progress = progress.next(exchangeRequest, for: reason, at: now)
        }

        /// Adds fields to the exchange that has not begun, and so to those that follow from it.
        mutating func add(_ fields: Headers) throws(ClientError) {
            progress = progress.next(
                try exchangeRequest.replacing(fields), for: progress.reason, at: progress.started)
        }

        var exchangeRequest: ExchangeRequest { progress.exchangeRequest }

        /// The place of its events.
        var place: Place { Place(attempt: number, exchange: exchange) }
    }

    /// A place in a task: the numbers of the attempt and the exchange; 0 before the first.
    struct Place: Equatable {
        var attempt = 0
        var exchange = 0
    }
}
