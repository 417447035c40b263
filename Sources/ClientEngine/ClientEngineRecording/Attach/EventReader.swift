import ClientEngine
import EngineJSON
internal import EngineSupport
import FoundationEssentials

/// Parses a line of ``EventWriter``.
///
/// Each line is independent, except that it refers to a task. A missing member has its default value, and an unknown
/// member is ignored. ``RecordLines`` reads and writes whole records.
public struct EventReader: Sendable {
    private static let parts = RecordReader(created: Instant(nanoseconds: 0))

    private let line: JSONValue
    /// The request of the task, or `nil` for the line that creates the task.
    private let request: Request?

    /// Creates a reader for a line.
    ///
    /// All lines except the one that creates a task need its request.
    public init(_ line: JSONValue, about request: Request? = nil) {
        self.line = line
        self.request = request
    }

    /// The time of the event.
    public var at: Instant { Self.parts.time(line["t"]) }
    /// The number of the attempt, from 1, or 0 before the first one.
    public var attempt: Int { number("attempt", below: 1_000_000) }
    /// The number of the exchange within the attempt, from 1, or 0 before the first one.
    public var exchange: Int { number("exchange", below: 1_000_000) }

    /// The kind of the event, or `nil` if it is unknown and for the creation of a task.
    public var kind: Event.Kind? {
        switch line["event"]?.string {
        case "attempt":
            .attemptStarted(
                reason: line["why"].flatMap(RecordReader.reason),
                waited: line["waited"]?.int.map { .clamped(nanoseconds: $0) })
        case "exchange": start.map { .exchangeStarted($0) }
        case "phase": Phase(rawValue: line["phase"]?.string ?? "").map { .phase($0) }
        case "connected": line["c"].map { .connected(RecordReader.connection($0)) }
        case "requestHead": .requestHead(bytes("head") ?? [])
        case "sent":
            .sent(
                total: size("total"), expected: line["expected"].map { _ in size("expected") })
        case "interim": .interim(ResponseHead(wireBytes: bytes("head") ?? []))
        case "head": .head(ResponseHead(wireBytes: bytes("head") ?? []))
        case "received": .received(bytes("body") ?? [])
        case "cache": RecordReader.cache(line["cache"]).map { .cache($0) }
        case "delivered": .delivered(size("count"))
        case "anomaly": Anomaly(rawValue: line["anomaly"]?.string ?? "").map { .anomaly($0) }
        case "exchangeEnded":
            .exchangeEnded(
                ExchangeEnd(
                    error: RecordReader.error(line["error"]), trailers: RecordReader.fields(line["trailers"]),
                    decodedBody: bytes("decoded")))
        case "attemptEnded":
            RecordReader.outcome(line["out"]).map {
                .attemptEnded($0, retry: plan)
            }
        case "annotated":
            (line["value"]?.string).flatMap { try? JSONValue(parsing: $0, maximumDepth: 64) }.map {
                .annotated(Annotation(line["name"]?.string ?? "", $0))
            }
        case "processing": .processing
        case "ended": .taskEnded(outcome)
        default: nil
        }
    }

    private var outcome: TaskOutcome {
        switch line["state"]?.string {
        case "succeeded": .succeeded
        case "failed":
            .failed(
                RecordReader.error(line["error"]) ?? ClientError(.protocolViolation, .queue, "not told why"))
        default: .cancelled
        }
    }

    /// Returns the origin of the task that the line creates, with a request of another program, or `nil` if the line
    /// creates no task.
    public func origin(of program: AskingProgram?, resendOf: TaskID?) -> TaskOrigin? {
        guard line["event"]?.string == "created", let url = line["url"]?.string else { return nil }
        var request = Request(
            method: HTTPMethod(rawValue: line["method"]?.string ?? "GET"), url: url,
            headers: RecordReader.fields(line["headers"]), body: body)
        request.name = line["name"]?.string
        request.unixSocket = line["unix"]?.string
        var provenance = Provenance(.attach, resendOf: resendOf)
        provenance.program = program
        return TaskOrigin(
            request: request, url: RequestURL(kept: url),
            attemptsAllowed: line["max"].map { _ in number("max", below: 1_000_000) },
            date: RecordReader.date(line["date"]) ?? Date(),
            provenance: provenance, verifiesCertificates: line["unverified"] == nil,
            keepsBody: line["unkept"] == nil)
    }

    /// The planned retry, which starts at most one year after the event.
    private var plan: RetryPlan? {
        guard var plan = Self.parts.plan(line["retry"]) else { return nil }
        plan.until = at + .clamped(nanoseconds: Int(plan.until.nanoseconds(since: at)))
        return plan
    }

    private func size(_ name: String) -> Int { ReportedNumber.size(line[name]?.int ?? 0) }

    /// Returns a member as a number, clamped to 0 through `limit` - 1.
    private func number(_ name: String, below limit: Int) -> Int {
        min(max(0, line[name]?.int ?? 0), limit - 1)
    }

    private var start: ExchangeStart? {
        guard let url = line["url"]?.string.flatMap({ RequestURL(kept: $0) }) else { return nil }
        var start = ExchangeStart(
            method: HTTPMethod(rawValue: line["method"]?.string ?? "GET"), url: url,
            body: line["same"] == nil ? body : request?.body ?? .none, mock: RecordReader.mock(line["mock"]))
        start.reason = line["why"]?.string.flatMap { ExchangeStart.Reason(rawValue: $0) }
        return start
    }

    private var body: Body { Self.parts.body(of: line, "body") }

    private func bytes(_ name: String) -> [UInt8]? { line[name]?.writtenBytes }
}
