import ClientEngine
import InspectorCanvas

extension TaskRecord {
    /// What the task does now, for the line that shows progress.
    func progressText(now: Instant) -> String {
        switch state {
        case .queued, .running(.queue): return "queued"
        case .running(let phase):
            let since = lastExchange?.phases.last.map { now - $0.at } ?? .zero
            return "\(phase.activity) \(since.shortText)"
        case .waiting(let plan):
            return "next try in \(max(.zero, plan.until - now).shortText) (\(plan.explanation))"
        case .processing: return "decoding"
        case .succeeded, .failed, .cancelled: return state.name.rawValue
        }
    }
}

extension Phase {
    fileprivate var activity: String {
        switch self {
        case .queue: "queued"
        case .dns: "resolving the name"
        case .connect: "connecting"
        case .tls: "shaking hands"
        case .send: "sending"
        case .wait: "waiting for the first byte"
        case .receive: "receiving"
        case .process: "decoding"
        }
    }
}
