/// Has the challenge decide about servers, each chain once, and remembers what it accepted.
///
/// ```
///  handshake ─▶ accepted before? ──yes──▶ goes on
///                   │ no
///                   └─▶ ends ─▶ ask() ─▶ challenge, off the loop ─▶ settle() ─▶ a new connection, or the error
/// ```
///
/// OpenSSL can wait for a decision inside of a handshake, but libcurl only from version 8.3 on. Lives on the loop thread.
final class ChallengeCoordinator {
    private struct Question {
        var task: Task<Void, Never>
        var waiting: [Int: (ServerTrust.Verdict) -> Void] = [:]
    }

    /// One who waits for an answer.
    struct Ticket {
        fileprivate var trust: ServerTrust
        fileprivate var number: Int
    }

    private static let capacity = 64
    private let challenge: TLSConfiguration.Challenge?
    private let report: @Sendable (ServerTrust, ServerTrust.Verdict) -> Void
    private var accepted: [ServerTrust] = []
    private var questions: [ServerTrust: Question] = [:]
    private var lastNumber = 0

    /// `report` is called off the loop, and has ``settle(_:_:)`` called on it.
    init(
        _ challenge: TLSConfiguration.Challenge?,
        report: @escaping @Sendable (ServerTrust, ServerTrust.Verdict) -> Void
    ) {
        self.challenge = challenge
        self.report = report
    }

    func isAccepted(_ trust: ServerTrust) -> Bool { accepted.contains(trust) }

    func ask(_ trust: ServerTrust, then resume: @escaping (ServerTrust.Verdict) -> Void) -> Ticket {
        lastNumber += 1
        var question = questions[trust] ?? begin(trust)
        question.waiting[lastNumber] = resume
        questions[trust] = question
        return Ticket(trust: trust, number: lastNumber)
    }

    /// Waits no more; the challenge is cancelled when nobody does.
    func leave(_ ticket: Ticket) {
        questions[ticket.trust]?.waiting[ticket.number] = nil
        guard questions[ticket.trust]?.waiting.isEmpty == true else { return }
        questions.removeValue(forKey: ticket.trust)?.task.cancel()
    }

    private func begin(_ trust: ServerTrust) -> Question {
        lastNumber += 1
        let task = Task.detached { [challenge, report] in
            let verdict = await challenge?(trust) ?? .reject
            guard !Task.isCancelled else { return }
            report(trust, verdict)
        }
        return Question(task: task)
    }

    func settle(_ trust: ServerTrust, _ verdict: ServerTrust.Verdict) {
        guard let question = questions.removeValue(forKey: trust) else { return }
        if verdict == .accept {
            accepted.append(trust)
            if accepted.count > Self.capacity { accepted.removeFirst() }
        }
        for (_, resume) in question.waiting.sorted(by: { $0.key < $1.key }) { resume(verdict) }
    }
}
