/// Makes a typed value of a task's response, and hands it over once.
///
/// ```
///  response ─▶ rules ─▶ interceptors ─▶ parse ─▶ the task's end ─▶ promise
///                          ▲
///  no response ────────────┘ (after the task's end)
/// ```
final class TypedWork<Value: Sendable>: Sendable {
    let promise = Promise<TaskResult<Value>>()
    private let typed: TypedRequest<Value>
    private let interceptors: InterceptorChain
    private let assumesJSON: Bool
    private let sent: Locked<Request>
    private let parsed = Locked<(Result<Value, any Error>, Response?)?>(nil)

    init(_ typed: TypedRequest<Value>, _ configuration: Client.Configuration) {
        self.typed = typed
        interceptors = typed.request.interception.chain(with: configuration.interceptors)
        assumesJSON = configuration.assumesJSONErrors
        sent = Locked(typed.request)
    }

    /// The parts of the work as the engine asks for them.
    var work: TaskWork {
        var work = TaskWork { [self] in finish($0, $1) }
        work.parse = { [self] in await parse($0) }
        work.receiver = typed.receiver?()
        if !interceptors.isEmpty { work.adapt = { [self] in try await adapt($0) } }
        return work
    }

    private func adapt(_ request: Request) async throws -> Request {
        let adapted = try await interceptors.adapt(request)
        sent.withLock { $0 = adapted }
        return adapted
    }

    private func parse(_ response: Response) async -> (any Error)? {
        var answer = Answer(request: sent.withLock { $0 }, response: response, error: nil)
        do {
            try typed.rules.check(response, assumesJSON: assumesJSON)
        } catch {
            answer.error = error
        }
        answer = await interceptors.process(answer)
        do {
            if let error = answer.error { throw error }
            let value = try await typed.parse(answer.response ?? response)
            parsed.withLock { $0 = (.success(value), answer.response) }
            return nil
        } catch {
            parsed.withLock { $0 = (.failure(error), answer.response) }
            return error
        }
    }

    private func finish(_ outcome: TaskOutcome, _ response: Response?) {
        switch (outcome, parsed.withLock { $0 }) {
        case (.succeeded, (.success(let value), let processed)?):
            guard let response = processed ?? response else { return promise.fulfil(.cancelled) }
            promise.fulfil(.success(value, response))
        // An attempt behind the last one parsed may have failed.
        case (.failed(let error), (.failure(let thrown), let processed)?) where error.isMade(of: thrown):
            promise.fulfil(.failure(thrown, processed ?? response))
        case (.failed(let error), _) where interceptors.isEmpty: promise.fulfil(.failure(error, response))
        case (.failed(let error), _):
            Task.detached { [self] in await show(error, response) }
        case (.cancelled, _), (.succeeded, _): promise.fulfil(.cancelled)
        }
    }

    /// Lets the interceptors see why there is no response, and say it in their words.
    private func show(_ error: ClientError, _ response: Response?) async {
        let answer = Answer(request: sent.withLock { $0 }, response: response, error: error)
        let processed = await interceptors.process(answer)
        promise.fulfil(.failure(processed.error ?? error, processed.response))
    }
}
