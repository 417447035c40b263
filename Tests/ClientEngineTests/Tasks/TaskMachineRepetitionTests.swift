import Testing

@testable import ClientEngine

@Suite("The machine, where a request goes out again without a retry")
struct TaskMachineRepetitionTests {
    /// A connection that closes without a response, after a report of why the request may be resent.
    private static func setback(_ reason: ExchangeStart.Reason) -> [TaskMachine.Input] {
        [.signal(.setback(reason)), .failure(.connectionLost, .wait)]
    }

    @Test("it goes out in an exchange of its own, in the same attempt and within its time")
    func again() throws {
        var trial = try MachineTrial(.get("http://a.test/x")) { $0.attemptTimeout = .seconds(5) }
        trial.feed([.start, .began(mock: nil)])
        #expect(
            trial.feed(Self.setback(.connectionLost), at: 3) == [
                "1.1 end connectionLost/wait", "prepare GET /x",
            ])
        #expect(trial.lastOrder?.repetitions == 1)
        #expect(
            trial.feed(.began(mock: nil), at: 3) == ["1.2 exchange for connectionLost", "1.2 phase queue"])
        trial.feed(.fired(.limit), at: 5)
        #expect(trial.record.error?.kind == .timeout)
        #expect(trial.record.lastAttempt?.elapsed(now: Instant(nanoseconds: 0)) == .seconds(5))
    }

    @Test("it does so five times; then the attempt is over, and the policy is asked")
    func bound() throws {
        var trial = try MachineTrial(.get("http://a.test/x"), retries: 1)
        trial.feed([.start, .began(mock: nil)])
        for _ in 1...5 {
            trial.feed(Self.setback(.refused))
            trial.feed(.began(mock: nil))
        }
        let words = trial.feed(Self.setback(.refused))
        #expect(words.contains("1.6 error connectionLost/wait retry in 10 s"))
        #expect(trial.record.repetitions == 5)
        trial.feed([.fired(.retry), .began(mock: nil)], at: 10)
        #expect(trial.lastOrder?.repetitions == 0)
    }

    @Test("it can be cancelled between the two, and while it goes out again")
    func cancelled() throws {
        for hasBegun in [false, true] {
            var trial = try MachineTrial()
            trial.feed([.start, .began(mock: nil)])
            trial.feed(Self.setback(.connectionLost))
            if hasBegun { trial.feed(.began(mock: nil)) }
            #expect(
                trial.feed(.cancel).suffix(4) == [
                    "abort", "clear limit", "1.2 ended cancelled", "finish cancelled",
                ])
            #expect(trial.record.lastAttempt?.exchanges.map(\.error?.kind) == [.connectionLost, .cancelled])
            #expect(trial.record.state == .cancelled)
        }
    }

    @Test("a server that wants HTTP/1.1 gets it, and where a redirect leads is another request")
    func orders() throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil)])
        trial.feed(Self.setback(.downgrade))
        #expect(trial.lastOrder?.version == .http11)
        trial.feed(.began(mock: nil))
        trial.feed(.answer(302, ["Location": "/y"]))
        #expect(trial.lastOrder?.url.path == "/y" && trial.lastOrder?.repetitions == 0)
    }

    @Test("without a word about it a failure ends the attempt")
    func plain() throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.failure(.connectionLost, .wait))
        #expect(trial.record.state.isFinished && trial.record.lastAttempt?.exchanges.count == 1)
    }
}
