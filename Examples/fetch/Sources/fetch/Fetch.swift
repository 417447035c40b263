import ClientEngine

/// Fetches every URL it is given at once, and prints what their tasks do while they do it.
///
///     swift run --package-path Examples/fetch fetch http://127.0.0.1:8080/flaky http://127.0.0.1:8080/delay/1
@main
struct Fetch {
    static func main() async {
        let urls = CommandLine.arguments.dropFirst()
        guard !urls.isEmpty else { return print("usage: fetch URL…") }

        let client = Client {
            $0.retry = .transientFailures(.exponential(from: .milliseconds(200), attempts: 4))
            $0.userAgent = "fetch"
        }
        let story = client.observe { event in
            if let line = line(for: event) { print(line) }
        }
        defer { story.cancel() }

        let tasks = urls.map { client.start(.get($0)) }
        for task in tasks {
            let json = try? await task.value.json()
            print(summary(of: task.record) + (json.map { ", \(kind(of: $0))" } ?? ""))
        }
    }

    private static func line(for event: Event) -> String? {
        let text: String
        switch event.kind {
        case .attemptStarted(let reason, _):
            text = "attempt \(event.attempt)" + (reason.map { ", because of \($0)" } ?? "")
        case .phase(let phase): text = phase.rawValue
        case .head(let head): text = "\(head.status) \(head.reason)"
        case .anomaly(let anomaly): text = "odd: \(anomaly)"
        case .attemptEnded(_, let plan?): text = "again in \(milliseconds(plan.delay)): \(plan.explanation)"
        case .taskEnded(.failed(let error)): text = "failed: \(error)"
        case .taskEnded(let outcome): text = "\(outcome)"
        default: return nil
        }
        return "\(event.task)  \(text)"
    }

    private static func summary(of record: TaskRecord) -> String {
        let attempts = record.attempts.map { attempt in
            let last = attempt.exchanges.last
            let status = last?.head.map { "\($0.status)" } ?? "—"
            return "\(status) in \(milliseconds(last?.timings.total ?? .zero))"
        }
        return "\(record.id)  \(record.origin.request.url): " + attempts.joined(separator: ", then ")
    }

    private static func kind(of json: JSONValue) -> String {
        switch json {
        case .object(let members): "an object of \(members.count)"
        case .array(let elements): "a list of \(elements.count)"
        case .null, .bool, .number, .string: "JSON"
        }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(Int(duration / .milliseconds(1))) ms"
    }
}
