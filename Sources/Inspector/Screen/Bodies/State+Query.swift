import ClientEngine

// An expression on the body: typed, asked for, found.
extension State {
    mutating func openQuery() {
        guard detail.body != nil else { return }
        overlays.show(QueryOverlay(detail.query?.expression ?? "", earlier: detail.earlierQueries))
    }

    /// Takes an expression while it is typed.
    mutating func query(_ text: String) {
        guard let key = detail.body?.source.key else { return }
        let subject = BodyQuery.Subject(task: key.task, attempt: key.attempt, exchange: key.exchange)
        detail.query(text, of: subject)
    }

    /// Leaves the field, and keeps what was found.
    mutating func keepQuery() -> [Effect] {
        detail.rememberQuery()
        return []
    }

    /// Goes back to the whole body.
    mutating func endQuery() {
        guard detail.query != nil else { return }
        detail.endQuery()
        detail.scrollToStart()
    }

    mutating func receive(_ outcome: QueryOutcome, of number: Int) {
        let before = detail.query?.result
        detail.query?.receive(outcome, of: number)
        if detail.query?.result != before { detail.scrollToStart() }
    }

    /// Stops what an expression has begun that was left.
    mutating func stopQuery() -> [Effect] { detail.takeLeftQuery() ? [.body(.stopQuery)] : [] }

    /// Leaves the expression with the body that it was about; asks for what was typed.
    mutating func askQuery(of source: BodySource) -> [Effect] {
        guard let query = detail.query else { return [] }
        let key = source.key
        guard
            query.subject
                == BodyQuery.Subject(task: key.task, attempt: key.attempt, exchange: key.exchange)
        else {
            detail.endQuery()
            return []
        }
        return detail.query?.ask(of: source).map { [.body(.query($0))] } ?? []
    }
}
