internal import EngineSupport

/// Calls the challenge once for each server and chain, and stores which ones it has accepted.
///
/// ```
///  handshake ─▶ accepted before? ──yes──▶ continues
///                   │ no
///                   └─▶ ends ─▶ verdict(on:), off the loop ─▶ a new connection, or the error
/// ```
///
/// OpenSSL can wait for a decision during a handshake, but libcurl only since version 8.3. Thread-safe: all loops of a
/// client share one coordinator.
final class ChallengeCoordinator: Sendable {
    private struct Question {
        let number: Int
        let answer: Task<ServerTrust.Verdict, Never>
        var waiters = 0
    }

    private struct State {
        /// The newest is the last.
        var accepted: [ServerTrust] = []
        var questions: [ServerTrust: Question] = [:]
        var lastNumber = 0
    }

    private static let capacity = 64
    private let challenge: TLSConfiguration.Challenge?
    private let state = Locked(State())

    init(_ challenge: TLSConfiguration.Challenge?) {
        self.challenge = challenge
    }

    func isAccepted(_ trust: ServerTrust) -> Bool { state.withLock { $0.accepted.contains(trust) } }

    /// Returns the decision about a server.
    ///
    /// Concurrent callers share it. The challenge is cancelled if all its callers are cancelled.
    func verdict(on trust: ServerTrust) async -> ServerTrust.Verdict {
        let question = state.withLock { state in
            // The challenge may have decided after the handshake.
            guard !state.accepted.contains(trust) else { return nil as Question? }
            var question = state.questions[trust] ?? begin(trust, &state)
            question.waiters += 1
            state.questions[trust] = question
            return question
        }
        guard let question else { return .accept }
        return await withTaskCancellationHandler {
            await question.answer.value
        } onCancel: {
            leave(question, about: trust)
        }
    }

    private func begin(_ trust: ServerTrust, _ state: inout State) -> Question {
        state.lastNumber += 1
        let number = state.lastNumber
        let answer = Task.detached { [self, challenge] in
            let verdict = await challenge?(trust) ?? .reject
            settle(trust, verdict, of: number)
            return verdict
        }
        return Question(number: number, answer: answer)
    }

    private func leave(_ question: Question, about trust: ServerTrust) {
        let abandoned = state.withLock { state in
            guard state.questions[trust]?.number == question.number else { return nil as Question? }
            state.questions[trust]?.waiters -= 1
            return state.questions[trust]?.waiters == 0 ? state.questions.removeValue(forKey: trust) : nil
        }
        abandoned?.answer.cancel()
    }

    /// Stores a decision, unless all its callers were cancelled.
    private func settle(_ trust: ServerTrust, _ verdict: ServerTrust.Verdict, of number: Int) {
        state.withLock { state in
            guard state.questions[trust]?.number == number else { return }
            state.questions[trust] = nil
            guard verdict == .accept else { return }
            state.accepted.append(trust)
            if state.accepted.count > Self.capacity { state.accepted.removeFirst() }
        }
    }
}
