import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes events completely, as lines of JSON.
///
/// The page docs/attach.md describes the lines, and ``EventReader`` parses them.
///
/// ```
/// {"event":"created","task":1,"t":812000,"date":1764450000.5,"method":"GET","url":"https://example.com/"}
/// ```
public struct EventWriter: Sendable {
    private var parts = Self.parts
    /// The bodies of the requests of live tasks, which most exchanges send unchanged.
    private var bodies: [TaskID: Body] = [:]

    private static let parts = RecordWriter()

    /// Creates a writer.
    public init() {}

    /// Returns the line of an event without its line feed, or `nil` for an event that is not written.
    ///
    /// `complete` returns the request of a new task with everything that its client adds to it.
    public mutating func line(
        of event: Event, completedBy complete: (Request) -> Request = { $0 }
    ) -> [UInt8]? {
        guard let name = event.kind.name else { return nil }
        parts.begin(at: Instant(nanoseconds: 0))
        parts.json.beginObject()
        parts.json.member("event", name)
        parts.json.member("task", event.task)
        if event.attempt > 0 { parts.json.member("attempt", event.attempt) }
        if event.exchange > 0 { parts.json.member("exchange", event.exchange) }
        parts.json.member("t", parts.time(event.at))
        add(event, complete)
        parts.json.endObject()
        return parts.json.bytes
    }

    private mutating func add(_ event: Event, _ complete: (Request) -> Request) {
        switch event.kind {
        case .taskCreated(let origin): add(origin, complete(origin.request), of: event.task)
        case .attemptStarted(let reason, let waited):
            if let reason { parts.add(reason, "why") }
            parts.json.member("waited", waited.map { Int($0.nanoseconds) })
        case .exchangeStarted(let start): add(start, of: event.task)
        case .phase(let phase): parts.json.member("phase", phase.rawValue)
        case .connected(let connection): parts.add(connection)
        case .requestHead(let bytes): parts.add(bytes, "head")
        case .sent(let total, let expected):
            parts.json.member("total", total)
            parts.json.member("expected", expected)
        case .interim(let head), .head(let head):
            parts.json.member("status", head.status.rawValue)
            parts.add(head, "head")
        case .received(let bytes): parts.add(bytes, "body")
        case .cache(let use): parts.add(use)
        case .delivered(let count): parts.json.member("count", count)
        case .anomaly(let anomaly): parts.json.member("anomaly", anomaly.rawValue)
        case .exchangeEnded(let end):
            if let error = end.error { parts.add(error, "error") }
            if !end.trailers.isEmpty { parts.add(end.trailers, "trailers") }
            if let body = end.decodedBody { parts.add(body, "decoded") }
        case .attemptEnded(let outcome, let retry): parts.add(outcome, retry: retry)
        case .taskEnded(let outcome):
            bodies[event.task] = nil
            switch outcome {
            case .succeeded: parts.json.member("state", "succeeded")
            case .failed(let error):
                parts.json.member("state", "failed")
                parts.add(error, "error")
            case .cancelled: parts.json.member("state", "cancelled")
            }
        case .annotated(let annotation):
            parts.json.member("name", annotation.name)
            parts.json.member("value", annotation.value.description)
        case .processing, .transcript, .programLeft, .missed: break
        }
    }

    private mutating func add(_ origin: TaskOrigin, _ request: Request, of task: TaskID) {
        parts.json.member("date", origin.date.timeIntervalSince1970)
        parts.json.member("method", request.method.rawValue)
        parts.json.member("url", origin.url?.text ?? request.url)
        parts.json.member("name", request.name)
        parts.json.member("unix", request.unixSocket)
        if !request.headers.isEmpty { parts.add(request.headers, "headers") }
        parts.add(request.body, "body")
        parts.json.member("max", origin.attemptsAllowed)
        parts.json.member("resend", origin.resendOf)
        parts.json.member("unverified", if: !origin.verifiesCertificates)
        parts.json.member("unkept", if: !origin.keepsBody)
        if !request.body.isNone { bodies[task] = request.body }
    }

    private mutating func add(_ start: ExchangeStart, of task: TaskID) {
        parts.json.member("method", start.method.rawValue)
        parts.json.member("url", start.url.text)
        if start.body == bodies[task] {
            parts.json.member("same", if: !start.body.isNone)
        } else {
            parts.add(start.body, "body")
        }
        if let mock = start.mock { parts.add(mock) }
        parts.json.member("why", start.reason?.rawValue)
    }
}

extension Event.Kind {
    /// The name of the event in the lines, or `nil` if it is not written.
    package var name: String? {
        switch self {
        case .taskCreated: "created"
        case .attemptStarted: "attempt"
        case .exchangeStarted: "exchange"
        case .phase: "phase"
        case .connected: "connected"
        case .requestHead: "requestHead"
        case .sent: "sent"
        case .interim: "interim"
        case .head: "head"
        case .received: "received"
        case .cache: "cache"
        case .delivered: "delivered"
        case .anomaly: "anomaly"
        case .exchangeEnded: "exchangeEnded"
        case .attemptEnded: "attemptEnded"
        case .processing: "processing"
        case .taskEnded: "ended"
        // Only a program that relays the requests of others reports these events.
        case .annotated: "annotated"
        case .transcript, .programLeft, .missed: nil
        }
    }
}
