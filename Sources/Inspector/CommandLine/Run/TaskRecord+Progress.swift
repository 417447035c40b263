import ClientEngine
import InspectorCanvas
import InspectorValues

extension TaskRecord {
    /// Returns the present activity of the task, for the line that shows progress.
    func progressText(now: Instant) -> String {
        switch state {
        case .queued, .running(.queue): return "queued"
        case .running(let phase):
            let since = lastExchange?.phases.last.map { now - $0.at } ?? .zero
            return lastExchange?.transfer(in: phase, for: since) ?? "\(phase.doing) \(since.shortText)"
        case .waiting(let plan):
            let cause = plan.cause.map { " (\($0))" } ?? ""
            return "next try in \(max(.zero, plan.until - now).shortText)\(cause)"
        case .processing: return "decoding"
        case .succeeded, .failed, .cancelled: return state.name.rawValue
        }
    }
}

extension ExchangeRecord {
    /// Returns the progress of a body after some time, its speed and the time it will take; nil where none is on its way.
    fileprivate func transfer(in phase: Phase, for time: Duration) -> String? {
        let (done, total) =
            switch phase {
            case .send: (bodySent, bodyToSend)
            case .receive: (bodyReceived, bodyToReceive)
            case .queue, .dns, .connect, .tls, .wait, .process: (0, Int?.none)
            }
        guard done > 0 else { return nil }
        var parts = ["\(phase.doing) \(done.byteText)"]
        if let total, total > 0 {
            parts[0] += " of \(total.byteText)"
            parts.append("\(min(100, done * 100 / max(total, 1))) %")
        }
        // What a few milliseconds say of a rate is not true for long.
        guard time >= .milliseconds(300) else { return parts.joined(separator: ", ") }
        let rate = Double(done) / time.seconds
        parts.append("\(Int(rate).byteText)/s")
        if let total, total > done {
            let left = Duration.clamped(seconds: Double(total - done) / rate)
            parts.append("\(left.shortText) left")
        }
        return parts.joined(separator: ", ")
    }
}
