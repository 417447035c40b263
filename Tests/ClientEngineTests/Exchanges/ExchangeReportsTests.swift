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
}
