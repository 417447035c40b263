import Foundation
import Testing

@testable import ClientEngine

@Suite("The machine of what a cache has to do with an exchange")
struct CacheMachineTests {
    private let date = Date(timeIntervalSince1970: 0)
    private let exchangeRequest: ExchangeRequest
    private let lookup: CacheLookup
    private let kept: CachedResponse
    private let head = ResponseHead(status: 200, reason: "OK", headers: ["Cache-Control": "max-age=60"])

    init() throws {
        exchangeRequest = try PreparedRequest(.get("http://a.test/x"), ClientSettings(ClientConfiguration()))
            .exchangeRequest()
        lookup = exchangeRequest.lookup(from: ClientConfiguration())
        kept = CachedResponse(
            ResponseHead(status: 200, reason: "OK", headers: ["ETag": "\"1\""]), body: [1], to: lookup,
            requested: date, received: date)
    }

    private func looking() -> CacheMachine {
        var machine = CacheMachine()
        guard case .look(let asked) = machine.begin(exchangeRequest, lookup), asked.key == lookup.key else {
            Issue.record("the cache is not asked")
            return machine
        }
        return machine
    }

    /// Returns the signals of a played response, or `nil` for another action.
    private func played(_ action: CacheMachine.Action) -> [ExchangeSignal]? {
        guard case .play(let signals, _) = action else { return nil }
        return signals
    }

    @Test("what is kept is told as if it came, its end last")
    func plays() {
        var machine = looking()
        let action = machine.follow(.use(kept, refreshing: true), capacity: 9, at: date)
        #expect(played(action)?.first == .cache(.hit(age: 0)))
        #expect(played(action)?.contains(.received([1])) == true)
        #expect(played(action)?.last == .ended(ExchangeEnd()))
        guard case .play(_, refreshing: true) = action else {
            Issue.record("nobody is asked anew")
            return
        }
        #expect(machine.isPlaying)
        machine.stop()
        #expect(!machine.isPlaying)
    }

    @Test("where nothing is kept and nobody may be asked, the answer is 504")
    func refuses() {
        var machine = looking()
        let signals = played(machine.follow(.refuse, capacity: 9, at: date)) ?? []
        let statuses = signals.compactMap { if case .told(.head(let head)) = $0 { head.status } else { nil } }
        #expect(signals.first == .cache(.missing) && statuses == [504])
    }

    @Test("a server is asked about what is kept, and what came is kept before the end is told")
    func watches() {
        var machine = looking()
        let action = machine.follow(
            .validate(kept, ["If-None-Match": "\"1\""]), capacity: 9, at: date)
        guard case .goOnline(let asked) = action else {
            Issue.record("no server is asked")
            return
        }
        #expect(asked.headers["If-None-Match"] == "\"1\"")
        machine.note(.head(head), at: date)
        machine.note(.received([1, 2]), at: date)
        let instant = Instant(nanoseconds: 7)
        guard case .keep(let transaction, ExchangeEnd()) = machine.end(ExchangeEnd(), at: instant) else {
            Issue.record("nothing is kept")
            return
        }
        #expect(transaction.validated == kept)
        guard case .tell(let signals, instant) = machine.kept([.cache(.stored)]) else {
            Issue.record("the end is not told")
            return
        }
        #expect(signals == [.cache(.stored), .ended(ExchangeEnd())])
    }

    @Test("behind a stop it has nothing to say, and no part in the end")
    func stopped() {
        var looking = looking()
        looking.stop()
        guard case .nothing = looking.follow(.ask, capacity: 9, at: date) else {
            Issue.record("a stopped lookup goes on")
            return
        }
        var keeping = self.looking()
        _ = keeping.follow(.ask, capacity: 9, at: date)
        _ = keeping.end(ExchangeEnd(), at: Instant(nanoseconds: 0))
        keeping.stop()
        guard case .nothing = keeping.kept([]) else {
            Issue.record("a stopped answer ends")
            return
        }
    }
}

extension CacheMachine {
    fileprivate var isPlaying: Bool { if case .playing = stage { true } else { false } }
}
