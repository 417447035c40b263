internal import EngineSupport

extension ResponsePipeline {
    /// Returns the result for waiting Swift tasks.
    func result(of decision: PendingCompletion.Decision) -> TaskResult<any Sendable> {
        /// The response as changed by interceptors, with the record of the finished task.
        func final(_ processed: Response?) -> Response? {
            processed?.ended(decision.core) ?? decision.response
        }
        switch (decision.outcome, brought) {
        case (.succeeded, .value(let value, let processed)?):
            guard let response = final(processed) else { return .cancelled }
            return .success(reading.value.parse == nil ? response : value, response)
        case (.succeeded, _):
            guard reading.value.parse == nil, let response = decision.response else { return .cancelled }
            return .success(response, response)
        case (.failed, .explained(let error, let processed)?): return .failure(error, final(processed))
        case (.failed(let error), .failure(let thrown, let processed)?) where error.isMade(of: thrown):
            return .failure(thrown, final(processed))
        case (.failed(let error), _): return .failure(error, decision.response)
        case (.cancelled, _): return .cancelled
        }
    }
}
