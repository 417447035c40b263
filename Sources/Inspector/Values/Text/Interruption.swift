import ClientEngine

extension TaskRecord {
    /// What a cancelled task was doing just then, in words that follow “cancelled while”; nil for any other task.
    package var interruption: String? {
        guard state == .cancelled else { return nil }
        guard let attempt = lastAttempt else { return Phase.queue.doing }
        if attempt.retry != nil { return "waiting for try \(ordinalText("\(attempt.number + 1)"))" }
        let exchange = attempt.exchanges.last
        let phase = exchange?.phases.last?.phase ?? .queue
        switch attempt.outcome {
        // The attempt was over, and nothing had been planned.
        case .response, .error: return phase == .process ? phase.doing : "deciding about another try"
        // The answer was complete, and the attempt went on: it was a challenge.
        case .cancelled where exchange?.ended != nil && exchange?.error == nil:
            return "looking for credentials"
        case .cancelled, nil: return phase.doing
        }
    }
}
