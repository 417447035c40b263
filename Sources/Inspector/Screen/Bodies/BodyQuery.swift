import ClientEngine

/// An expression that picks parts of the body on the screen, while it is typed and afterwards.
///
///     typed ──▶ asked ──▶ found: stands in the place of the body
///                  └────▶ problem: what was found before stays
struct BodyQuery: Equatable, Sendable {
    /// The parts of a body that were found.
    struct Result: Equatable, Sendable {
        /// The number of the expression.
        var number: Int
        var bytes: [UInt8]
    }

    struct Problem: Equatable, Sendable {
        var text: String
        /// The column in the expression, from 0.
        var column: Int?
    }

    /// The body that it is about.
    struct Subject: Equatable, Sendable {
        var task: TaskKey
        var attempt: Int
        var exchange: Int

        init(_ key: BodySource.Key) { (task, attempt, exchange) = (key.task, key.attempt, key.exchange) }
    }

    let subject: Subject
    private(set) var expression = ""
    private(set) var number = 0
    private(set) var result: Result?
    private(set) var problem: Problem?
    /// Indicates whether the expression is still to be asked for.
    private(set) var isUnasked = false
    private(set) var isRunning = false

    init(_ subject: Subject) { self.subject = subject }

    /// Takes another expression.
    mutating func change(to expression: String, number: Int) {
        (self.expression, self.number) = (expression, number)
        problem = nil
        (isUnasked, isRunning) = (true, false)
    }

    /// Returns what is to be found out, once.
    mutating func ask(of source: BodySource) -> QueryJob? {
        guard isUnasked else { return nil }
        (isUnasked, isRunning) = (false, true)
        return QueryJob(number: number, expression: expression, source: source)
    }

    /// Takes an outcome in, unless the expression is another one by now.
    mutating func receive(_ outcome: QueryOutcome, of number: Int) {
        guard number == self.number, isRunning else { return }
        isRunning = false
        switch outcome {
        case .found(let bytes): result = Result(number: number, bytes: bytes)
        case .problem(let text, let column): problem = Problem(text: text, column: column.map { $0 - 1 })
        }
    }
}
