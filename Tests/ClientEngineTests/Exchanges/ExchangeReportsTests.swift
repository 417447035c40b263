import EngineHTTP
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Reports of an exchange")
struct ExchangeReportsTests {
    private let reports = ExchangeReports()

    private func instant(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    private func tell(_ what: Event.Kind, at nanoseconds: Int64) {
        reports.append(what, at: instant(nanoseconds))
    }

    private func decide(_ signal: ExchangeSignal, at nanoseconds: Int64) {
        reports.append(signal, at: instant(nanoseconds))
    }

    @Test("what decides something knows how much was told before it")
    func places() {
        #expect(reports.isEmpty)
        tell(.phase(.send), at: 1)
        tell(.phase(.wait), at: 2)
        decide(.round(.expectation), at: 3)
        tell(.phase(.send), at: 4)
        decide(.complete, at: 5)
        #expect(!reports.isEmpty)
        #expect(reports.decisive.map(\.place) == [2, 3])
        #expect(reports.decisive.map(\.signal) == [.round(.expectation), .complete])
        #expect(reports.decisive.map(\.at) == [instant(3), instant(5)])
        let told = reports.events.withElements { $0.map { ($0.at, $0.kind) } }
        #expect(told.map(\.0) == [instant(1), instant(2), instant(4)])
        #expect(told.map(\.1) == [.phase(.send), .phase(.wait), .phase(.send)])
        reports.removeLastDecisive()
        #expect(reports.decisive.map(\.signal) == [.round(.expectation)])
        reports.removeAll()
        #expect(reports.isEmpty)
    }

    @Test("how much was sent is told once, unless something else was told or decided since")
    func sent() {
        let sent = Event.Kind.sent(total: 1, expected: 2)
        reports.removeLastSent()
        tell(sent, at: 1)
        reports.removeLastSent()
        #expect(reports.isEmpty)
        tell(sent, at: 2)
        decide(.round(.expectation), at: 3)
        reports.removeLastSent()
        #expect(reports.events.count == 1)
        tell(sent, at: 4)
        reports.removeLastSent()
        #expect(reports.events.count == 1)
        tell(.phase(.wait), at: 5)
        reports.removeLastSent()
        #expect(reports.events.count == 2)
    }

    @Test("Short pieces of a body that come together are one, unless something was reported between them")
    func pieces() {
        func receive(_ text: String, at nanoseconds: Int64) {
            Array(text.utf8).withUnsafeBytes { reports.append(received: $0, at: instant(nanoseconds)) }
        }
        let half = String(repeating: "x", count: [UInt8].joinedPiece / 2)
        receive("a", at: 1)
        receive("b", at: 2)
        decide(.round(.expectation), at: 3)
        receive("c", at: 4)
        tell(.phase(.receive), at: 5)
        receive(half, at: 6)
        receive(half, at: 7)
        receive("d", at: 8)
        receive(half + half, at: 9)
        receive("e", at: 10)
        let told = reports.events.withElements { $0.map { $0.kind } }
        let expected = ["ab", "c", nil, half + half, "d", half + half, "e"].map { text in
            text.map { Event.Kind.received(Array($0.utf8)) } ?? .phase(.receive)
        }
        #expect(told == expected)
        #expect(reports.events.withElements { $0.map(\.at.nanoseconds) } == [1, 4, 5, 6, 8, 9, 10])
    }

    @Test("Pieces that libcurl cuts are joined to large ones, where those are wanted")
    func largePieces() {
        reports.joinedPiece = [UInt8].largePiece
        let cut = [UInt8](repeating: 0x78, count: 16 << 10)
        for _ in 0..<6 { cut.withUnsafeBytes { reports.append(received: $0, at: instant(1)) } }
        let counts = reports.events.withElements { events in
            events.map { if case .received(let bytes) = $0.kind { bytes.count } else { 0 } }
        }
        #expect(counts == [64 << 10, 32 << 10])
    }

    @Test("what is told while reports are heard is heard the next time", .timeLimit(.minutes(1)))
    func meanwhile() async throws {
        let server = try SandboxServer.start()
        let client = Client()
        let settings = ClientSettings(client.configuration)
        let exchangeRequest = ExchangeRequest(
            .init(
                method: .get, url: try RequestURL(parsing: server.url + "/inspect"), headers: [:],
                body: .none,
                timeouts: Timeouts()))
        let heard = Promise<[[Event.Kind]]>()
        client.loop.enqueue { loop in
            let sink = InterruptingSink(heard)
            sink.transfer = try? loop.multi.start(exchangeRequest, settings, sink: sink)
        }
        let batches = try await heard.arrival()
        let places = batches.indices.filter { batches[$0].contains(InterruptingSink.interruption) }
        #expect(places == [1])
    }
}

/// Reports an event when it first receives reports of its exchange.
///
/// Retains itself until the exchange ends.
private final class InterruptingSink: ExchangeSink {
    static let interruption = Event.Kind.anomaly(.unusualVersion)

    var transfer: Transfer?
    private let heard: Promise<[[Event.Kind]]>
    private var batches: [[Event.Kind]] = []
    private var holder: InterruptingSink?

    init(_ heard: Promise<[[Event.Kind]]>) {
        self.heard = heard
        holder = self
    }

    func receive(_ reports: ExchangeReports) {
        if batches.isEmpty { transfer?.tell(Self.interruption, at: Instant(nanoseconds: 0)) }
        batches.append(reports.events.withElements { $0.map(\.kind) })
        guard case .ended? = reports.decisive.last?.signal else { return }
        heard.fulfil(batches)
        (transfer, holder) = (nil, nil)
    }
}
