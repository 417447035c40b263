import ClientEngine
import EngineJSON

/// Prints a run as one JSON object per line: every event as it happens, the summary last.
struct JSONLines: RunOutput {
    private var events: EventLines
    private let write: (String) -> Void

    init(_ events: EventLines, write: @escaping (String) -> Void) {
        self.events = events
        self.write = write
    }

    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        let lines = events.lines(for: event, in: record, after: previous)
        guard !lines.isEmpty else { return }
        write(lines.map { $0.printed() + "\n" }.joined())
    }

    mutating func showProgress(of live: [TaskRecord], now: Instant) {}

    mutating func finish(_ summary: RunSummary) {
        let fields: JSONValue = [
            "tasks": .number(JSONNumber(summary.tasks)),
            "succeeded": .number(JSONNumber(summary.succeeded)),
            "failed": .number(JSONNumber(summary.failed)),
            "cancelled": .number(JSONNumber(summary.cancelled)),
            "attempts": .number(JSONNumber(summary.attempts)),
            "mocked": .number(JSONNumber(summary.mocked)),
            "assertionsFailed": .number(JSONNumber(summary.assertionsFailed)),
            "elapsedMs": .milliseconds(summary.elapsed),
        ]
        let line: JSONValue = ["summary": fields]
        write(line.printed() + "\n")
    }
}

extension JSONValue {
    /// A duration in milliseconds, to the microsecond.
    static func milliseconds(_ duration: Duration) -> JSONValue {
        let microseconds = (duration.nanoseconds + (duration.nanoseconds < 0 ? -500 : 500)) / 1000
        return JSONNumber(Double(microseconds) / 1000).map { .number($0) } ?? .null
    }
}
