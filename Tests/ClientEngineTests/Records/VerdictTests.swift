import ClientEngineRecording
import Foundation
import Testing

@testable import ClientEngine

@Suite("What a task comes to")
struct VerdictTests {
    /// Returns a task with a complete response of this status, and with test results.
    private func answered(_ status: StatusCode, _ findings: TestResult...) throws -> TaskRecord {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.answer(status))
        trial.feed(.parsed(nil))
        return findings.reduce(into: trial.record) {
            $0.apply(Event(task: 1, at: $0.created, .annotated(Annotation($1))))
        }
    }

    private static let holds = TestResult("body exists", .passed)
    private static let fails = TestResult("body.id == 8", .failed(actual: "body $['id'] is 7"))
    private static let statusHolds = TestResult("status == 500", isAboutStatus: true, .passed)
    private static let statusFails = TestResult(
        "status == 201", isAboutStatus: true, .failed(actual: "status is 500"))
    private static let notRun = TestResult("js response.status == 500", .notRun(reason: "needs JavaScript"))

    @Test("a complete response is judged by its status", arguments: 2...9)
    func statuses(hundreds: Int) throws {
        let verdicts = try [0, 1, 99].map { try answered(StatusCode(rawValue: hundreds * 100 + $0)).verdict }
        let expected: TaskRecord.Verdict = hundreds == 4 ? .refused : hundreds == 5 ? .failed : .passed
        #expect(verdicts == [expected, expected, expected])
    }

    @Test("a status of 5xx is the failure; where an assertion speaks of the status that one decides")
    func serverErrors() throws {
        #expect(try answered(500).failures == [.status(500)])
        #expect(try answered(503, Self.holds, Self.notRun).failures == [.status(503)])
        #expect(try answered(500, Self.statusHolds).verdict == .passed)
        #expect(try answered(500, Self.statusHolds).failures == [])
        #expect(try answered(500, Self.statusFails).failures == [.testResult(Self.statusFails)])
        #expect(try answered(500, Self.fails).failures == [.status(500), .testResult(Self.fails)])
        #expect(try answered(500, Self.statusHolds, Self.fails).failures == [.testResult(Self.fails)])
    }

    @Test("what is not as asserted is a failure whatever the status; what holds or was not run is none")
    func findings() throws {
        for status: StatusCode in [200, 302, 404] {
            #expect(try answered(status, Self.holds, Self.fails).failures == [.testResult(Self.fails)])
            #expect(try answered(status, Self.holds, Self.fails).verdict == .failed)
        }
        #expect(try answered(200, Self.holds, Self.notRun).verdict == .passed)
        #expect(try answered(404, Self.statusHolds).verdict == .refused)
    }

    @Test("an error is a failure, and a live task has no verdict")
    func error() throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil)])
        #expect(trial.record.verdict == nil)
        #expect(trial.record.failures == [])
        let error = ClientError(.timeout, .wait, "nothing came")
        trial.feed(.signal(.ended(ExchangeEnd(error: error))))
        #expect(trial.record.verdict == .failed)
        let failure = try #require(trial.record.error)
        #expect(trial.record.failures == [.error(failure)])
    }

    @Test("what is cancelled has neither failed nor passed, also while it waits after a 503")
    func cancelled() throws {
        var trial = try MachineTrial(retries: 3)
        trial.feed([.start, .began(mock: nil)])
        #expect(!trial.record.isTriedAgain)
        trial.feed(.answer(503))
        #expect(trial.record.state.name == .waiting)
        #expect(trial.record.isTriedAgain)
        trial.feed(.cancel)
        #expect(trial.record.verdict == .cancelled)
        #expect(trial.record.failures == [])
        #expect(trial.record.isTriedAgain && !trial.record.isRetried)
    }

    @Test(
        "a wait that was given up or cancelled counts as waiting, and not as receiving",
        arguments: [true, false])
    func givenUpWait(isGivenUp: Bool) throws {
        var trial = try MachineTrial(retries: 3)
        trial.feed([.start, .began(mock: nil)])
        trial.feed([.signal(.phase(.receive))] + .answer(503), at: 2)
        #expect(trial.record.waited(now: Instant(nanoseconds: 7_000_000_000)) == .seconds(5))
        trial.feed(isGivenUp ? .giveUp : .cancel, at: 9)
        if isGivenUp { trial.feed(.parsed(nil), at: 10) }
        let (record, attempt) = (trial.record, try #require(trial.record.attempts.first))
        #expect(record.state == (isGivenUp ? .succeeded : .cancelled))
        #expect(record.waited(now: .distant) == .seconds(7))
        #expect(record.wait(after: attempt, now: .distant) == .seconds(7))
        #expect(attempt.elapsed(now: .distant) == .seconds(2))
        let timings = try #require(record.lastExchange?.timings)
        #expect(timings[.receive] == .zero)
        #expect(timings[.process] == (isGivenUp ? .seconds(1) : nil))
    }

    @Test("the wait after a response that could not be parsed is not parsing")
    func unparsedWait() throws {
        var trial = try MachineTrial { $0.retry = .untilSuccess(delay: .seconds(60)) }
        trial.feed([.start, .began(mock: nil)] + .answer(200))
        trial.feed(.parsed(ClientError(.decode, .process, "not JSON")), at: 1)
        try #require(trial.record.state.name == .waiting)
        trial.feed(.giveUp, at: 9)
        #expect(trial.record.state.name == .failed)
        #expect(trial.record.waited(now: .distant) == .seconds(8))
        #expect(trial.record.lastExchange?.timings[.process] == .seconds(1))
    }

    @Test("a 503 that was given up, or that retries do not cure, is a failure", arguments: [true, false])
    func uncured(isGivenUp: Bool) throws {
        var trial = try MachineTrial(retries: 1)
        trial.feed([.start, .began(mock: nil)])
        trial.feed(.answer(503))
        if isGivenUp {
            trial.feed(.giveUp, at: 10)
        } else {
            trial.feed([.fired(.retry), .began(mock: nil)], at: 10)
            trial.feed(.answer(503), at: 10)
        }
        trial.feed(.parsed(nil), at: 10)
        #expect(trial.record.state == .succeeded)
        #expect(trial.record.failures == [.status(503)])
    }
}

extension Instant {
    /// An instant after all tests.
    ///
    /// Durations of finished tasks do not depend on it.
    fileprivate static let distant = Instant(nanoseconds: 1_000_000_000_000)
}
