@testable import ClientEngine

extension RequestTask {
    var state: TaskState { record.state }
}

extension TaskResult {
    var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }
}
