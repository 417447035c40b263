import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Redirects and ends in the machine of a task")
struct TaskMachineEndTests {
    private func redirect(_ status: StatusCode = 302, to location: String) -> [TaskMachine.Input] {
        [TaskMachine.Input].answer(status, ["Location": location]) + [.began(mock: nil)]
    }

    // MARK: - Redirects

    @Test("a redirect is another exchange of the same attempt; its time goes on")
    func redirects() throws {
        var trial = try MachineTrial { $0.attemptTimeout = .seconds(5) }
        trial.feed([.start, .began(mock: nil)])
        #expect(
            trial.feed(redirect(to: "/y"), at: 3) == [
                "1.1 head 302", "1.1 end", "prepare GET /y", "1.2 exchange for redirect", "1.2 phase queue",
            ])
        trial.feed(.answer(200))
        #expect(trial.record.attempts.map(\.exchanges.count) == [2])
        #expect(trial.record.lastExchange?.start.url.path == "/y")
    }

    @Test("as many redirects as allowed are followed, and not one more", arguments: [20, 21])
    func limit(count: Int) throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil)])
        for number in 1...20 { trial.feed(redirect(to: "/\(number)")) }
        guard count > 20 else {
            #expect(trial.feed(.answer(200)).last == "parse")
            return
        }
        #expect(trial.feed(.answer(302, ["Location": "/21"])).last == "finish failed redirect/receive")
        #expect(trial.record.lastAttempt?.exchanges.count == 21)
    }

    @Test("redirects are counted anew in each attempt")
    func newCount() throws {
        var trial = try MachineTrial(retries: 1)
        for second: Int64 in [0, 10] {
            trial.feed([second == 0 ? .start : .fired(.retry), .began(mock: nil)], at: second)
            for number in 1...20 { trial.feed(redirect(to: "/\(number)"), at: second) }
            trial.feed(.answer(503), at: second)
        }
        #expect(trial.record.attempts.map(\.exchanges.count) == [21, 21])
        #expect(trial.record.state == .processing)
    }

    @Test("the next attempt begins at the first URL, with the first method")
    func fromTheStart() throws {
        var trial = try MachineTrial(.post("http://a.test/x", body: .text("b")), retries: 1) {
            $0.isIdempotent = true
        }
        trial.feed([.start, .began(mock: nil)])
        #expect(trial.feed(redirect(to: "/y"))[2] == "prepare GET /y")
        trial.feed(.answer(503))
        #expect(trial.feed(.fired(.retry), at: 10).last == "prepare POST /x")
    }

    @Test("where they are not followed, a redirect is the answer")
    func unfollowed() throws {
        var trial = try MachineTrial { $0.followsRedirects = false }
        trial.feed([.start, .began(mock: nil)])
        #expect(
            trial.feed(.answer(302, ["Location": "ftp://x"])).suffix(3)
                == ["1.1 processing", "clear limit", "parse"])
    }

    @Test("a redirect that cannot be followed fails the attempt, and is not retried")
    func unusable() throws {
        var trial = try MachineTrial(retries: 3)
        trial.feed([.start, .began(mock: nil)])
        #expect(
            trial.feed(.answer(302, ["Location": "ftp://x"])).last == "finish failed redirect/receive")
    }

    // MARK: - Cancelling

    /// Inputs that bring a task to a stage, and the actions when it is cancelled there.
    static let stages: [(inputs: [TaskMachine.Input], actions: [String])] = [
        ([], ["clear limit", "0.0 ended cancelled", "finish cancelled"]),
        (
            [.start, .began(mock: nil), .signal(.phase(.dns))],
            [
                "1.1 end cancelled/dns", "1.1 gone", "abort", "clear limit", "1.1 ended cancelled",
                "finish cancelled",
            ]
        ),
        (
            [.start, .began(mock: nil), .signal(.phase(.receive)), .signal(.received([1]))],
            [
                "1.1 end cancelled/receive", "1.1 gone", "abort", "clear limit", "1.1 ended cancelled",
                "finish cancelled",
            ]
        ),
        (
            [.start, .began(mock: nil), .failure(.connect, .connect)],
            ["clear retry", "clear limit", "1.1 ended cancelled", "finish cancelled"]
        ),
        (
            [.start, .began(mock: nil)] + [TaskMachine.Input].answer(200),
            ["clear limit", "1.1 ended cancelled", "finish cancelled"]
        ),
    ]

    @Test("cancelling ends it in every stage, with nothing left open", arguments: stages.indices)
    func cancel(index: Int) throws {
        var trial = try MachineTrial(retries: 1)
        trial.feed(Self.stages[index].inputs)
        #expect(trial.feed(.cancel) == Self.stages[index].actions)
        #expect(trial.record.state == .cancelled)
        let isEveryPartEnded = trial.record.attempts.allSatisfy { attempt in
            attempt.ended != nil && attempt.exchanges.allSatisfy { $0.ended != nil }
        }
        #expect(isEveryPartEnded)
    }

    @Test("when it is over, nothing does anything any more", arguments: stages.indices)
    func done(index: Int) throws {
        var trial = try MachineTrial(retries: 1)
        trial.feed(Self.stages[index].inputs)
        trial.feed(.cancel)
        #expect(trial.feed([.cancel, .leave, .retryNow, .giveUp]).isEmpty)
        let story = trial.record
        #expect(trial.feed(.parsed(nil)) == ["unexpected parsed while done"])
        #expect(trial.record == story)
    }

    @Test("a task whose program leaves before the head is cancelled")
    func leftBeforeHead() throws {
        var trial = try MachineTrial(retries: 1)
        trial.feed([.start, .began(mock: nil), .signal(.phase(.wait)), .leave])
        #expect(trial.record.state == .cancelled)
    }

    @Test(
        "a task whose program leaves after the head has its status, whatever becomes of the body",
        arguments: [
            .signal(.ended(ExchangeEnd())),
            .signal(.ended(ExchangeEnd(error: ClientError(.truncated, .receive, "short")))),
            .fired(.limit),
        ] as [TaskMachine.Input])
    func leftAfterHead(input: TaskMachine.Input) throws {
        var trial = try MachineTrial(retries: 1)
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.signal(.head(ResponseHead(status: 503, reason: "", headers: [:]))))
        trial.feed(.leave)
        #expect(!trial.record.state.isFinished)
        trial.feed([input, .parsed(nil)])
        #expect(trial.record.state == .succeeded && trial.record.verdict == .failed)
    }

    @Test("whatever may come in whatever order, the story is whole", arguments: 1...50)
    func random(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var trial = try MachineTrial(retries: nil) { $0.attemptTimeout = .seconds(20) }
        let inputs: [[TaskMachine.Input]] = [
            [.start], [.began(mock: nil)], [.fired(.retry)], [.fired(.limit)], [.parsed(nil)], [.retryNow],
            [.signal(.phase(.wait))], [.signal(.received([1]))], .answer(503),
            .answer(302, ["Location": "/"]),
            [.failure(.timeout, .wait)], [.signal(.ended(ExchangeEnd()))], [.decided(nil)], .answer(401),
            [.challenged(.sendAgain)], [.challenged(.giveUp)], [.unprepared(ClientError(.auth, .queue, ""))],
        ]
        var finishes = 0
        for second in 0..<Int64(200) {
            for input in inputs.randomElement(using: &generator) ?? [] where trial.expects(input) {
                finishes += trial.feed(input, at: second).count { $0.hasPrefix("finish") }
            }
        }
        finishes += trial.feed(.cancel, at: 200).count { $0.hasPrefix("finish") }
        #expect(finishes == 1)
        #expect(trial.record.state.isFinished)
        #expect(trial.record.attempts.map(\.number) == Array(1..<trial.record.attempts.count + 1))
        let isLegal = zip(trial.states, trial.states.dropFirst()).allSatisfy { $0.canBecome($1) }
        #expect(isLegal)
    }
}
