import Testing

@testable import ClientEngine

@Suite("The machine of a task")
struct TaskMachineTests {
    @Test("a plain task: attempt, exchange, answer, parsing, the end")
    func plain() throws {
        var trial = try MachineTrial()
        #expect(trial.feed(.start) == ["1.0 attempt", "prepare GET /x"])
        #expect(trial.feed(.began(mock: nil)) == ["1.1 exchange", "1.1 phase queue"])
        let signals: [ExchangeSignal] = [.phase(.dns), .phase(.send), .requestHead([]), .phase(.wait)]
        #expect(
            trial.feed(signals.map { .signal($0) }) == [
                "1.1 phase dns", "1.1 phase send", "1.1 request", "1.1 phase wait",
            ])
        #expect(
            trial.feed(.answer(200)) == [
                "1.1 head 200", "1.1 end", "1.1 answer 200", "1.1 processing", "clear limit", "parse",
            ])
        #expect(
            trial.feed(.parsed(nil)) == ["clear limit", "1.1 ended succeeded", "finish succeeded"])
        #expect(trial.states == [.queued, .running, .processing, .succeeded])
    }

    @Test("a request that cannot be sent fails without an attempt")
    func rejected() throws {
        var trial = try MachineTrial()
        let error = ClientError(.invalidRequest, .queue, "no")
        #expect(
            trial.feed(.reject(error)) == [
                "clear limit", "0.0 ended failed invalidRequest/queue", "finish failed invalidRequest/queue",
            ])
        #expect(trial.states == [.queued, .failed])
        #expect(trial.record.attempts.isEmpty)
    }

    @Test("a mock is named by the exchange it answers")
    func mocked() throws {
        var trial = try MachineTrial()
        trial.feed(.start)
        let mock = MockReference(id: "1", name: "m")
        #expect(trial.feed(.began(mock: mock)) == ["1.1 exchange of m", "1.1 phase queue"])
        #expect(trial.record.mock == mock)
    }

    @Test("parsing that fails fails the task, and is not retried")
    func parsing() throws {
        var trial = try MachineTrial(retries: 3)
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.answer(200))
        let end = trial.feed(.parsed(ClientError(.decode, .process, "no")))
        #expect(end.last == "finish failed decode/process")
        #expect(trial.states == [.queued, .running, .processing, .failed])
    }

    // MARK: - Retries

    @Test("an answer that asks for it is tried again, the wait growing, until the attempts are used up")
    func retries() throws {
        var trial = try MachineTrial(retries: 2)
        trial.feed([.start, .began(mock: nil)])
        #expect(
            trial.feed(.answer(503)).suffix(3) == [
                "1.1 answer 503 retry in 10 s", "clear limit", "set retry 10",
            ])
        #expect(
            trial.feed(.fired(.retry), at: 10) == [
                "2.0 attempt after status 503 10 s", "clear retry", "prepare GET /x",
            ])
        trial.feed(.began(mock: nil), at: 10)
        #expect(
            trial.feed(.failure(.connectionLost, .wait), at: 11).suffix(3) == [
                "2.1 error connectionLost/wait retry in 20 s", "clear limit", "set retry 31",
            ])
        #expect(trial.feed(.fired(.retry), at: 31)[0] == "3.0 attempt after connectionLost/wait 20 s")
        trial.feed(.began(mock: nil), at: 31)
        #expect(
            trial.feed(.answer(503), at: 31).suffix(4) == [
                "3.1 answer 503", "3.1 processing", "clear limit", "parse",
            ])
        trial.feed(.parsed(nil), at: 31)
        #expect(
            trial.states == [
                .queued, .running, .waiting, .running, .waiting, .running, .processing, .succeeded,
            ])
        #expect(trial.record.attempts.map(\.waited) == [nil, .seconds(10), .seconds(20)])
    }

    @Test("Retry-After decides the wait")
    func retryAfter() throws {
        var trial = try MachineTrial(retries: 1)
        trial.feed([.start, .began(mock: nil)])
        #expect(trial.feed(.answer(503, ["Retry-After": "7"])).last == "set retry 7")
    }

    @Test("Retry-After of an answer does not outlive it")
    func staleRetryAfter() throws {
        var trial = try MachineTrial(retries: 2)
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.answer(503, ["Retry-After": "7"]))
        trial.feed([.fired(.retry), .began(mock: nil)], at: 7)
        #expect(trial.feed(.failure(.connectionLost, .wait), at: 7).last == "set retry 27")
    }

    @Test("retryNow ends the wait, with what was really waited on record")
    func retryNow() throws {
        var trial = try MachineTrial(retries: 1)
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.answer(503))
        #expect(
            trial.feed(.retryNow, at: 4).prefix(2) == ["2.0 attempt after status 503 4 s", "clear retry"])
    }

    @Test("giving up during the wait ends with what the last attempt brought")
    func giveUpWaiting() throws {
        var answered = try MachineTrial(retries: 1)
        answered.feed([.start, .began(mock: nil)])
        answered.feed(.answer(503))
        #expect(answered.feed(.giveUp, at: 1) == ["1.1 processing", "clear retry", "parse"])
        answered.feed(.parsed(nil), at: 2)
        #expect(answered.states == [.queued, .running, .waiting, .processing, .succeeded])

        var failed = try MachineTrial(retries: 1)
        failed.feed([.start, .began(mock: nil), .failure(.timeout, .wait)])
        #expect(failed.feed(.giveUp, at: 1).last == "finish failed timeout/wait")
        #expect(failed.states == [.queued, .running, .waiting, .failed])
    }

    @Test("giving up earlier lets the attempt under way be the last")
    func giveUpEarly() throws {
        for isStarted in [false, true] {
            var trial = try MachineTrial(retries: 5)
            if isStarted { trial.feed(.start) }
            #expect(trial.feed(.giveUp).isEmpty)
            if !isStarted { trial.feed(.start) }
            trial.feed(.began(mock: nil))
            #expect(trial.feed(.failure(.timeout, .wait)).last == "finish failed timeout/wait")
        }
    }

    // MARK: - Time

    @Test("the time for an attempt begins with each attempt; the deadline does not move")
    func limits() throws {
        var trial = try MachineTrial(retries: 5) {
            $0.attemptTimeout = .seconds(30)
            $0.totalTimeout = .seconds(50)
        }
        #expect(trial.feed(.start)[1] == "set limit 30")
        trial.feed([.began(mock: nil), .signal(.phase(.wait)), .signal(.received([1, 2, 3]))])
        let end = trial.feed(.fired(.limit), at: 30)
        #expect(
            end[..<4] == [
                "1.1 end timeout/wait", "1.1 error timeout/wait retry in 10 s", "abort", "clear limit",
            ])
        #expect(end.last == "set retry 40")
        let error = try #require(trial.record.lastExchange?.error)
        #expect(error.message == "not over after 30 s, while in the phase “wait”")
        #expect(error.elapsed == .seconds(30))
        #expect(error.bytesReceived == 3)
        #expect(trial.feed(.fired(.retry), at: 40)[2] == "set limit 50")
        trial.feed(.began(mock: nil), at: 40)
        #expect(trial.feed(.fired(.limit), at: 50).last == "finish failed timeout/queue")
        #expect(trial.record.error?.message == "not over after 50 s, while in the phase “queue”")
        #expect(trial.record.error?.elapsed == .seconds(10))
    }

    @Test("no wait is begun that would outlast the deadline", arguments: [(10, false), (11, true)])
    func deadline(seconds: Int64, waits: Bool) throws {
        var trial = try MachineTrial(retries: 5) { $0.totalTimeout = .seconds(seconds) }
        trial.feed([.start, .began(mock: nil)])
        #expect(trial.feed(.answer(503)).contains("set retry 10") == waits)
    }

    @Test("the deadline goes on while the response is processed, and ends the task there")
    func processing() throws {
        var trial = try MachineTrial(retries: 1) {
            $0.attemptTimeout = .seconds(5)
            $0.totalTimeout = .seconds(8)
        }
        trial.feed([.start, .began(mock: nil)])
        #expect(
            trial.feed(.answer(200), at: 3).suffix(4) == [
                "1.1 processing", "clear limit", "set limit 8", "parse",
            ])
        #expect(
            trial.feed(.fired(.limit), at: 8) == [
                "abort", "clear limit", "1.1 ended failed timeout/process", "finish failed timeout/process",
            ])
        #expect(trial.record.error?.elapsed == .seconds(8))
    }

    @Test("the limit of an attempt is cleared with it, and fires neither in the wait nor in parsing")
    func limitIsCleared() throws {
        for status: StatusCode in [503, 200] {
            var trial = try MachineTrial(retries: 1) { $0.attemptTimeout = .seconds(5) }
            #expect(trial.feed(.start).contains("set limit 5"))
            trial.feed(.began(mock: nil))
            #expect(trial.feed(.answer(status)).contains("clear limit"))
        }
    }
}
