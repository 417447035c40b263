import ClientEngine
import EngineJSON
import InspectorValues
import RequestFormats

/// Prints a run as one JSON object per line: every event as it happens, the summary last.
struct JSONLines: RunOutput {
    /// The version of the lines; it grows when a field disappears or changes its meaning.
    static let version = 1

    private var events: EventLines
    private let charset: Charset
    private let write: (String) -> Void
    /// The lines that are not written yet.
    private var held = ""

    /// Creates an output in the characters that its reader takes; programs take all.
    init(_ events: EventLines, in charset: Charset = .utf8, write: @escaping (String) -> Void) {
        self.events = events
        self.charset = charset
        self.write = write
    }

    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
        for line in events.lines(for: event, in: record, after: previous) { held += text(of: line) }
    }

    mutating func flush() {
        guard !held.isEmpty else { return }
        write(held)
        held = ""
    }

    mutating func begin(round: Int, of count: Int, title: String) {
        held += text(of: ["event": "round.started", "round": JSONValue(round), "rounds": JSONValue(count)])
    }

    mutating func finish(_ summary: RunSummary) {
        let fields: JSONValue = [
            "tasks": JSONValue(summary.tasks),
            "succeeded": JSONValue(summary.succeeded),
            "failed": JSONValue(summary.failed),
            "cancelled": JSONValue(summary.cancelled),
            "notSent": JSONValue(summary.notSent),
            "attempts": JSONValue(summary.attempts),
            "mocked": JSONValue(summary.mocked),
            "assertionsFailed": JSONValue(summary.assertionsFailed),
            "elapsedMs": .milliseconds(summary.elapsed),
        ]
        held += text(of: ["summary": fields, "version": JSONValue(Self.version)])
        flush()
    }

    private func text(of line: JSONValue) -> String {
        (charset == .utf8 ? line.printed() : line.printedInASCII()) + "\n"
    }
}

extension JSONValue {
    /// Returns a duration in milliseconds, to the microsecond.
    static func milliseconds(_ duration: Duration) -> JSONValue {
        let nanoseconds = duration.nanoseconds
        let microseconds = nanoseconds.addingSaturated(nanoseconds < 0 ? -500 : 500) / 1000
        return JSONNumber(Double(microseconds) / 1000).map { .number($0) } ?? .null
    }
}
