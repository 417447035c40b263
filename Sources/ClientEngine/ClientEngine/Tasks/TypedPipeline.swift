internal import EngineSupport

/// Makes a typed value of a task's response, and hands it over once.
///
/// ```
///  response ─▶ rules ─▶ interceptors ─▶ parse ─┐
///                          ▲                   ├─▶ the task's end
///  no response ────────────┴───────────────────┘
/// ```
final class TypedPipeline<Value: Sendable>: ResponsePipeline {
    /// Makes a task once more.
    typealias Again = @Sendable (Client, Provenance) -> RequestTask<Value>

    /// Makes the same task once more, where that is more than to send the request again.
    let again: Again?
    let receiver: (any BodyReceiver)?
    let typed: TypedRequest<Value>
    private var whole: (@Sendable (Response) -> Value)? { typed.whole }
    private let clients: ClientInterceptors
    private let hasOwnInterceptors: Bool
    /// Indicates whether the response itself is wanted: asked with each answer by code that does not know the type.
    private let wantsWhole: Bool
    let state = Locked(State())

    /// The answers to the engine's questions, and the progress of the end.
    struct State {
        /// The request as interceptors have adapted it.
        var adapted: Request?
        var brought: Brought?
        var completion = TaskCompletion()
    }

    /// The result to tell when the task ends.
    enum Brought {
        case value(Value, Response?)
        /// Parsing failed.
        case failure(any Error, Response?)
        /// There is no response, as interceptors put it.
        case explained(any Error, Response?)
    }

    /// Creates the work of a task; the client's interceptors are those it has at each time.
    init(_ typed: TypedRequest<Value>, for client: borrowing Client, again: Again? = nil) {
        clients = client.interceptors
        hasOwnInterceptors = !typed.request.interceptors.own.isEmpty
        receiver = typed.receiver?()
        wantsWhole = typed.whole != nil
        // At the end, where they are moved.
        self.again = again
        self.typed = typed
    }

    private var sent: Request { state.withLock { $0.adapted } ?? typed.request }
    private var brought: Brought? { state.withLock { $0.brought } }

    private var interceptors: InterceptorChain {
        if !hasOwnInterceptors, clients.isEmpty { return InterceptorChain(interceptors: []) }
        return typed.request.interceptors.chain(with: clients.all)
    }

    // MARK: - What the engine asks for

    var adapt: (@Sendable (Request, InterceptedTask) async throws -> Request)? {
        let interceptors = interceptors
        guard !interceptors.isEmpty else { return nil }
        return { [self] request, task in
            let adapted = try await interceptors.adapt(request, for: task)
            state.withLock { $0.adapted = adapted }
            return adapted
        }
    }

    var attemptHeaders: (@Sendable (Request, _ attempt: Int, TaskID) async throws -> Headers)? {
        let interceptors = interceptors
        guard !interceptors.isEmpty else { return nil }
        return { try await interceptors.headers(for: $0, attempt: $1, of: $2) }
    }

    var parse: (@Sendable (Response, TaskSettings, InterceptedTask) async -> (any Error)?)? {
        let interceptors = interceptors
        guard !wantsWhole || !interceptors.isEmpty else { return nil }
        return { [self] in await parse($0, $1, $2, interceptors) }
    }

    var explain: (@Sendable (ClientError, Response?, InterceptedTask) async -> Void)? {
        let interceptors = interceptors
        guard !interceptors.isEmpty else { return nil }
        return { [self] in await explain($0, $1, $2, interceptors) }
    }

    /// Returns the result for those who wait.
    func result(of decision: PendingCompletion.Decision) -> TaskResult<Value> {
        /// The response as interceptors left it, with the record of the task that is over.
        func final(_ processed: Response?) -> Response? {
            processed?.ended(decision.core) ?? decision.response
        }
        switch (decision.outcome, brought) {
        case (.succeeded, .value(let value, let processed)?):
            guard let response = final(processed) else { return .cancelled }
            return .success(whole?(response) ?? value, response)
        case (.succeeded, _):
            guard let whole, let response = decision.response else { return .cancelled }
            return .success(whole(response), response)
        case (.failed, .explained(let error, let processed)?): return .failure(error, final(processed))
        case (.failed(let error), .failure(let thrown, let processed)?) where error.isMade(of: thrown):
            return .failure(thrown, final(processed))
        case (.failed(let error), _): return .failure(error, decision.response)
        case (.cancelled, _): return .cancelled
        }
    }

    // MARK: - Inside

    private func parse(
        _ response: Response, _ settings: TaskSettings, _ task: InterceptedTask,
        _ interceptors: InterceptorChain
    ) async -> (any Error)? {
        var answer = InterceptedAnswer(task: task, request: sent, response: response, error: nil)
        do {
            let rules = typed.rules.completed(by: settings)
            try rules.check(response, assumesJSON: settings.options.assumesJSONErrors)
        } catch {
            answer.error = error
        }
        answer = await interceptors.process(answer)
        do {
            if let error = answer.error { throw error }
            try Task.checkCancellation()
            let value = try await typed.parse(answer.response ?? response)
            bring(.value(value, answer.response))
            return nil
        } catch {
            bring(.failure(error, answer.response))
            return error
        }
    }

    /// Lets the interceptors see why there is no response, and say it in their words.
    private func explain(
        _ error: ClientError, _ response: Response?, _ task: InterceptedTask,
        _ interceptors: InterceptorChain
    ) async {
        // They have seen what parsing threw; but an attempt behind the last one parsed may have failed.
        if case .failure(let thrown, _)? = brought, error.isMade(of: thrown) { return }
        let answer = InterceptedAnswer(task: task, request: sent, response: response, error: error)
        let processed = await interceptors.process(answer)
        bring(.explained(processed.error ?? error, processed.response))
    }

    private func bring(_ brought: Brought) {
        state.withLock { $0.brought = brought }
    }
}

extension ResponseRules {
    /// The rules with what they leave open taken from a task's settings.
    fileprivate func completed(by settings: TaskSettings) -> ResponseRules {
        var rules = self
        rules.statuses = statuses ?? settings.options.acceptedStatuses
        return rules
    }
}
