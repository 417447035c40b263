import ClientEngineRecording
import Foundation
import InspectorTestSupport

@testable import ClientEngine

/// Events of every kind in an order that no engine would tell them in.
struct RandomStory {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func events(_ count: Int) -> [Event] {
        let id = number()
        return [event(id, .taskCreated(origin))] + (0..<count).map { _ in event(id, kind) }
    }

    // MARK: Values

    private mutating func chance(_ one: Int = 2) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    /// Mostly small, now and then at an edge.
    private mutating func number() -> Int {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: pick([.max, .min, -1, 0, 127, 128, 1 << 31, -(1 << 31)])
        case 1: Int.random(in: 0...1_000_000_000_000, using: &random)
        default: Int.random(in: 0...40, using: &random)
        }
    }

    private mutating func bytes() -> [UInt8] {
        let count = pick([0, 1, 7, 64, 1_023, 1_024, 1_025, 20_000])
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private mutating func event(_ task: TaskID, _ kind: Event.Kind) -> Event {
        Event(
            task: task, attempt: chance() ? 1 : number(), exchange: chance() ? 1 : number(),
            at: Instant(nanoseconds: Int64(number())), kind)
    }

    private mutating func url() -> RequestURL {
        RequestURL(
            text: pick(["http://a.test/", "http://b.test/x?y"]), scheme: "http",
            host: pick(["a.test", "b.test"]),
            port: 80, path: "/", query: chance() ? nil : "y")
    }

    private mutating func body() -> Body {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .none
        case 1: .bytes(bytes())
        default: .typed(.bytes(bytes()), contentType: "text/plain")
        }
    }

    private lazy var asked = Request(method: pick([.get, .post]), url: "http://a.test/", body: body())
    private lazy var askedURL = url()

    private var origin: TaskOrigin {
        mutating get {
            let date = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &random))
            var provenance = Provenance(
                pick(Provenance.Source.allCases), file: chance() ? "a.http" : nil,
                line: chance() ? number() : nil,
                resendOf: chance() ? number() : nil)
            if chance() { provenance.program = AskingProgram(name: "curl", process: number()) }
            return TaskOrigin(
                request: asked, url: chance(5) ? nil : askedURL, attemptsAllowed: chance() ? number() : nil,
                date: date, provenance: provenance, verifiesCertificates: chance(), keepsBody: !chance(4))
        }
    }

    private mutating func head() -> ResponseHead {
        let wire = pick([
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n", "HTTP/2 204 \r\n\r\n", "HTTP/1.0 503\n",
            "HTTP/1.1 200 \u{E9}\r\nA : b\r\n c\r\nno colon\r\n\r\n", "",
        ])
        var head = ResponseHead(wireBytes: Array(wire.utf8))
        if chance() { head.headers.add("X-Made", "by hand") }
        return head
    }

    private mutating func error() -> ClientError {
        ClientError(
            pick(ClientError.Kind.allCases), pick(Phase.allCases), "It failed.", hint: chance() ? "Try." : nil
        )
    }

    private mutating func plan() -> RetryPlan {
        RetryPlan(
            reason: .status(StatusCode(rawValue: number())), delay: .seconds(1),
            until: Instant(nanoseconds: Int64(number())),
            explanation: "1s")
    }

    private mutating func connection() -> ConnectionRecord {
        var connection = ConnectionRecord(
            id: number(), isReused: chance(), remote: ("127.0.0.1", number()), local: ("127.0.0.1", number()))
        if chance() {
            connection.tls = .init(version: "TLSv1.3", cipher: "A")
            connection.tls?.certificates = [.init(subject: "CN = a", issuer: "CN = b")]
        }
        return connection
    }

    private mutating func start() -> ExchangeStart {
        var start = ExchangeStart(
            method: pick([asked.method, "PURGE"]), url: chance() ? askedURL : url(),
            body: pick([asked.body, .none, body()]))
        if chance() { start.mock = MockReference(id: "m", name: pick(["one", "two"])) }
        if chance() { start.reason = pick(ExchangeStart.Reason.allCases) }
        return start
    }

    private mutating func result() -> TestResult {
        TestResult(
            "status == 200", line: number(), isAboutStatus: chance(),
            pick([.passed, .failed(actual: "1"), .noted("x")]))
    }

    private var kind: Event.Kind {
        mutating get {
            switch Int.random(in: 0..<22, using: &random) {
            case 0: .attemptStarted(reason: nil, waited: nil)
            case 1: .attemptStarted(reason: .status(503), waited: chance() ? nil : .seconds(number() & 0xFF))
            case 2, 3: .exchangeStarted(start())
            case 4: .phase(pick(Phase.allCases))
            case 5: .connected(connection())
            case 6: .requestHead(bytes())
            case 7: .sent(total: number(), expected: chance() ? nil : number())
            case 8: .interim(head())
            case 9: .head(head())
            case 10: .received(bytes())
            case 11: .cache(pick([.hit(age: number()), .stored, .notStored(.method), .missing]))
            case 12: .delivered(number() & 0xFFFF)
            case 13: .anomaly(pick(Anomaly.allCases))
            case 14: .exchangeEnded(ExchangeEnd(decodedBody: chance() ? nil : bytes()))
            case 15:
                .exchangeEnded(
                    ExchangeEnd(
                        error: chance() ? error() : nil, trailers: chance() ? [:] : ["A": "b"],
                        decodedBody: chance() ? nil : bytes()))
            case 16:
                .attemptEnded(
                    pick([.response(status: StatusCode(rawValue: number())), .cancelled, .error(error())]),
                    retry: chance() ? nil : plan())
            case 17: .annotated(Annotation(result()))
            case 18:
                pick([
                    .processing, .missed(number()), .taskCreated(origin), .annotated(.editedRequest),
                    .programLeft(after: number()),
                ])
            case 19: .annotated(Annotation(EditedAnswer(head: head(), body: bytes())))
            case 20: .transcript(bytes())
            default:
                chance(6)
                    ? .taskEnded(pick([.succeeded, .failed(error()), .cancelled]))
                    : .phase(pick(Phase.allCases))
            }
        }
    }
}
