import Testing

@testable import ClientEngine

/// A placeholder.
///
/// The test feeds its answers to the machine.
private final class Silent: Authenticator {
    func headers(for request: Request) async throws -> AuthenticationHeaders { AuthenticationHeaders([:]) }
}

@Suite("The table of a task's machine")
struct TaskMachineTableTests {
    /// A stage: the inputs that lead to it, and the inputs that it expects.
    ///
    /// Commands to a task may arrive in any stage.
    struct Row: CustomTestStringConvertible, Sendable {
        let stage: String
        let expected: Set<String>
        let script: @Sendable () -> [TaskMachine.Input]

        var testDescription: String { stage }
    }

    private static let begun: [TaskMachine.Input] = [.start, .began(mock: nil)]

    static let rows = [
        Row(stage: "idle", expected: ["start", "adapt", "reject"]) { [] },
        Row(stage: "adapting", expected: ["adapted", "reject", "fired limit"]) { [.adapt] },
        Row(stage: "preparing", expected: ["fields", "began", "unprepared", "fired limit"]) { [.start] },
        Row(
            stage: "exchange", expected: ["signal phase", "signal head", "signal ended", "fired limit"]
        ) { begun },
        Row(stage: "challenged", expected: ["challenged", "fired limit"]) { begun + .answer(401) },
        Row(stage: "deciding", expected: ["decided", "fired limit"]) {
            begun + [.failure(.connectionLost, .wait)]
        },
        Row(stage: "waiting", expected: ["fired retry"]) {
            begun + [.failure(.connectionLost, .wait), .decided(Self.again)]
        },
        Row(stage: "processing", expected: ["parsed", "fired limit"]) { begun + .answer(200) },
        Row(stage: "done", expected: []) { begun + .answer(200) + [.parsed(nil)] },
    ]

    private static let again = RetryDecision(
        reason: .status(503), delay: .seconds(10), explanation: "because")
    private static let broken = ClientError(.io, .queue, "it broke")

    private func trial(_ row: Row) throws -> MachineTrial {
        var trial = try MachineTrial {
            $0.authentication = .authenticator(Silent())
            $0.retry = .custom { _ in nil }
            $0.totalTimeout = .seconds(50)
        }
        trial.feed(row.script())
        #expect(trial.machine.stage.name == row.stage)
        return trial
    }

    private func inputs(_ trial: MachineTrial) -> [TaskMachine.Input] {
        let head = ResponseHead(status: 200, reason: "", headers: [:])
        return [
            .start, .adapt, .adapted(trial.machine.prepared), .reject(Self.broken), .fields(["X": "1"]),
            .began(mock: nil),
            .unprepared(Self.broken), .signal(.phase(.wait)), .signal(.head(head)),
            .signal(.ended(ExchangeEnd(error: Self.broken))), .challenged(.giveUp), .decided(nil),
            .fired(.retry), .fired(.limit), .parsed(nil), .cancel, .leave, .retryNow, .giveUp,
        ]
    }

    @Test(
        "every input in every stage does what it is for, or is a fault that is told with both",
        arguments: rows)
    func walk(row: Row) throws {
        for input in try inputs(trial(row)) {
            var trial = try trial(row)
            let words = trial.feed(input, at: 50)
            let isExpected =
                row.expected.contains(input.name)
                || ["cancel", "leave", "retryNow", "giveUp"].contains(input.name)
            #expect(words.contains("unexpected \(input.name) while \(row.stage)") == !isExpected)
            if !isExpected { expectEnd(of: trial, words) }
        }
    }

    /// Checks that a fault ended the task and every part of its record.
    private func expectEnd(of trial: MachineTrial, _ words: [String]) {
        #expect(trial.machine.stage.name == "done" && trial.record.state.isFinished)
        #expect(words.count == 1 || words.last?.hasPrefix("finish failed unsupported/") == true)
        let isEveryPartEnded = trial.record.attempts.allSatisfy { attempt in
            attempt.ended != nil && attempt.exchanges.allSatisfy { $0.ended != nil }
        }
        #expect(isEveryPartEnded)
    }

    @Test("an end without an error and without a head is a fault, and no wait for ever")
    func headless() throws {
        var trial = try MachineTrial()
        trial.feed([.start, .began(mock: nil)])
        let words = trial.feed(.signal(.ended(ExchangeEnd())))
        #expect(words.contains("unexpected signal ended while exchange"))
        #expect(words.last == "finish failed unsupported/queue")
    }
}
