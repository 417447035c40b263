import ClientEngine
import InspectorCanvas
import InspectorValues

/// Prints one line for each request that a mock server has answered: what was asked, what came of it, who answered, how long it took.
struct ServedLines: RunOutput {
    private let charset: Charset
    private let write: (String) -> Void
    private var redaction = Redaction(remembering: rememberedSecrets)

    /// The number of secrets that a server remembers, so that their placeholders keep their numbers.
    static let rememberedSecrets = 20_000

    init(charset: Charset, write: @escaping (String) -> Void) {
        self.charset = charset
        self.write = write
    }

    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        guard case .ended = event.kind else { return }
        redaction.learn(headsOf: record)
        write(line(of: record) + "\n")
    }

    mutating func showProgress(of live: [TaskRecord], now: Instant) {}

    mutating func finish(_ summary: RunSummary) {}

    private mutating func line(of record: TaskRecord) -> String {
        var line = "\(record.origin.request.method) \(target(of: record)) → \(outcome(of: record))"
        line += "  \(answerer(of: record))  \(record.elapsed(now: record.ended ?? record.created).shortText)"
        if record.attempts.count > 1 { line += "  \(record.attempts.count) attempts" }
        for exchange in record.attempts.flatMap(\.repetitions) {
            line += exchange.start.reason.map { "  \($0.repetitionTitle): \($0.sentence)" } ?? ""
        }
        if record.isUnverified { line += "  certificate not checked (-k)" }
        return DisplayText(untrusted: line).spelled(in: charset).string
    }

    private mutating func target(of record: TaskRecord) -> String {
        guard let url = record.origin.url else { return redaction.url(record.origin.request.url) }
        return redaction.url(url.path + (url.query.map { "?" + $0 } ?? ""))
    }

    private mutating func outcome(of record: TaskRecord) -> String {
        switch record.state {
        case .failed(let error): "\(error.label)"
        case .cancelled: "the program has left"
        default: record.status.map { "\($0)" } ?? "no status"
        }
    }

    private mutating func answerer(of record: TaskRecord) -> String {
        switch record.mock {
        case .unmocked?: "no mock"
        case let mock?: "mock: \(redaction.text(mock.name))"
        case nil: "passed on to \(record.origin.url?.origin ?? "")"
        }
    }
}
