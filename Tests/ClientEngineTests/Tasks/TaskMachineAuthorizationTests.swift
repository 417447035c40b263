import Testing

@testable import ClientEngine

/// A placeholder.
///
/// The test feeds its answers to the machine.
private final class Silent: Authenticator {
    func headers(for request: Request) async throws -> AuthenticationHeaders { AuthenticationHeaders([:]) }
}

@Suite("Adapting, proofs and challenges in the machine of a task")
struct TaskMachineAuthorizationTests {
    private let own = Credentials.authenticator(Silent())

    private func trial(retries: Int? = 0, _ change: (inout Request) -> Void = { _ in }) throws -> MachineTrial
    {
        try MachineTrial(retries: retries) {
            $0.authentication = own
            change(&$0)
        }
    }

    // MARK: - Before the first attempt

    @Test("a request that is changed first begins as it has become")
    func adapted() throws {
        var trial = try MachineTrial { $0.totalTimeout = .seconds(9) }
        #expect(trial.feed(.adapt) == ["set limit 9", "adapt"])
        #expect(trial.record.state == .queued)
        let changed = PreparedRequest(.delete("http://a.test/y"), ClientSettings(ClientConfiguration()))
        #expect(trial.feed(.adapted(changed), at: 1) == ["1.0 attempt", "prepare DELETE /y"])
    }

    @Test("a request that is not let through fails without an attempt")
    func refused() throws {
        var trial = try MachineTrial()
        trial.feed([.adapt, .reject(ClientError(.invalidRequest, .queue, "no"))])
        #expect(trial.record.state.name == .failed)
        #expect(trial.record.attempts.isEmpty)
    }

    @Test("giving up while the request is being changed is not forgotten")
    func giveUp() throws {
        var trial = try MachineTrial(retries: 5)
        trial.feed([.adapt, .giveUp, .adapted(trial.machine.prepared), .began(mock: nil)])
        #expect(trial.feed(.failure(.timeout, .wait)).last == "finish failed timeout/wait")
    }

    @Test("cancelling and the deadline reach it there")
    func endWhileAdapting() throws {
        var cancelled = try MachineTrial()
        cancelled.feed(.adapt)
        #expect(cancelled.feed(.cancel).first == "abort")
        #expect(cancelled.record.state == .cancelled)
        var late = try MachineTrial { $0.totalTimeout = .seconds(9) }
        late.feed(.adapt)
        #expect(late.feed(.fired(.limit), at: 9).last == "finish failed timeout/queue")
    }

    // MARK: - While an exchange is prepared

    @Test("an exchange without a proof fails on record")
    func unprepared() throws {
        var trial = try trial()
        #expect(trial.feed(.start).last == "prepare GET /x with Silent")
        let end = trial.feed(.unprepared(ClientError(.auth, .queue, "no")))
        #expect(end[..<3] == ["1.1 exchange", "1.1 phase queue", "1.1 end auth/queue"])
        #expect(end.last == "finish failed auth/queue")
    }

    @Test("cancelling and the time limit end an exchange that is being prepared, and it is on record")
    func endWhilePreparing() throws {
        var cancelled = try trial()
        cancelled.feed(.start)
        #expect(
            cancelled.feed(.cancel)[..<5] == [
                "1.1 exchange", "1.1 phase queue", "1.1 end cancelled/queue", "1.1 gone", "abort",
            ])
        var late = try trial(retries: 1) { $0.attemptTimeout = .seconds(3) }
        late.feed(.start)
        #expect(late.feed(.fired(.limit), at: 3).last == "set retry 13")
    }

    // MARK: - Challenges

    @Test("an answered challenge is another exchange of the same attempt")
    func sendAgain() throws {
        var trial = try trial()
        trial.feed([.start, .began(mock: nil)])
        #expect(trial.feed(.answer(401)).last == "challenge to Silent")
        #expect(trial.feed(.challenged(.sendAgain)) == ["prepare GET /x with Silent"])
        #expect(trial.feed(.began(mock: nil)).first == "1.2 exchange for authentication")
        #expect(trial.feed(.answer(200)).last == "parse")
        #expect(trial.record.attempts.map { $0.exchanges.map(\.head?.status) } == [[401, 200]])
    }

    @Test("nobody is asked about the answer to a request without credentials", arguments: [401, 403, 407])
    func nobody(status: StatusCode) throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil)])
        #expect(trial.feed(.answer(status)).last == "parse")
        var fixed = try MachineTrial { $0.authentication = .bearer("t") }
        fixed.feed([.start, .began(mock: nil)])
        #expect(fixed.feed(.answer(status)).last == "parse")
    }

    /// The statuses of the responses, and for each whether the authenticator is called.
    ///
    /// Each of these requests is sent again.
    static let turns: [(statuses: [StatusCode], asked: [Bool])] = [
        ([401, 401], [true, false]), ([403, 403], [true, false]), ([401, 403, 200], [true, true, false]),
        ([403, 401], [true, false]), ([401, 503, 403, 200], [true, false, true, false]),
        ([403, 503, 401], [true, false, false]), ([401, 503, 401], [true, false, false]),
        ([407, 407], [true, false]),
    ]

    @Test("each refusal is answered once in a task, whatever lies between", arguments: turns)
    func once(statuses: [StatusCode], asked: [Bool]) throws {
        var trial = try trial(retries: 9)
        trial.feed(.start)
        for (status, isAsked) in zip(statuses, asked) {
            trial.feed(.began(mock: nil))
            let actions = trial.feed(.answer(status))
            #expect(actions.contains { $0.hasPrefix("challenge") } == isAsked, "at \(status)")
            trial.feed(isAsked ? .challenged(.sendAgain) : .retryNow)
        }
    }

    @Test("an answer that stands is the answer; one that cannot be met is an error")
    func verdicts() throws {
        for status: StatusCode in [401, 403] {
            var trial = try trial()
            trial.feed([.start, .began(mock: nil)])
            trial.feed(.answer(status))
            #expect(trial.feed(.challenged(.giveUp)).last == "parse")
        }
        var trial = try trial()
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.answer(401))
        let end = trial.feed(.challenged(.fails(ClientError(.auth, .receive, "no"))))
        #expect(end.last == "finish failed auth/receive")
    }

    @Test("cancelling and the time limit end a task whose challenge is being answered")
    func endWhileChallenged() throws {
        for isLate in [true, false] {
            var trial = try trial { $0.attemptTimeout = .seconds(3) }
            trial.feed([.start, .began(mock: nil)])
            trial.feed(.answer(401))
            let end = trial.feed(isLate ? .fired(.limit) : .cancel, at: 3)
            #expect(end[..<2] == [isLate ? "1.1 error timeout/queue" : "1.1 gone", "abort"])
            #expect(end.last == (isLate ? "finish failed timeout/queue" : "finish cancelled"))
        }
    }

    @Test("a 401 in spite of a proof is not retried; one without a proof is, where the policy says so")
    func unauthorized() throws {
        for credentials in [Credentials.bearer("t"), nil] {
            var trial = try MachineTrial {
                $0.retry = RetryPolicy(maximumRetries: 1, when: [.status(401)])
                $0.authentication = credentials
            }
            trial.feed([.start, .began(mock: nil)])
            #expect(trial.feed(.answer(401)).last == (credentials == nil ? "set retry 0" : "parse"))
        }
    }

    @Test("an answered challenge lets the attempts be counted anew: 503, 401, 503, 200 with one retry")
    func counting() throws {
        var trial = try trial(retries: 1)
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.answer(503))
        trial.feed([.fired(.retry), .began(mock: nil)])
        trial.feed(.answer(401))
        trial.feed([.challenged(.sendAgain), .began(mock: nil)])
        trial.feed(.answer(503))
        #expect(trial.record.state.name == .waiting)
        trial.feed([.fired(.retry), .began(mock: nil)])
        #expect(trial.feed(.answer(200)).last == "parse")
        #expect(trial.record.attempts.count == 3)
    }

    @Test("credentials stay where they belong, also on the way back from elsewhere")
    func redirects() throws {
        var trial = try trial()
        trial.feed([.start, .began(mock: nil)])
        #expect(trial.feed(.answer(302, ["Location": "/y"])).last == "prepare GET /y with Silent")
        trial.feed(.began(mock: nil))
        #expect(trial.feed(.answer(302, ["Location": "http://b.test/y"])).last == "prepare GET /y")
        trial.feed(.began(mock: nil))
        #expect(trial.feed(.answer(302, ["Location": "http://a.test/x"])).last == "prepare GET /x")
    }
}
