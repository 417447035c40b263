internal import EngineSupport

/// Processes the response of a task off the loop, by code outside the engine, and provides the value once.
///
/// The value has no static type here, because generic code would look up its types for each request, which would cost
/// more than everything else.
///
/// ```
///  response ─▶ rules ─▶ interceptors ─▶ parse ─┐
///                          ▲                   ├─▶ the task's end
///  no response ────────────┴───────────────────┘
/// ```
final class ResponsePipeline: Sendable {
    let request: Request
    let reading: CopyOnWriteBox<ResponseReading>
    /// Receives the body instead of the response.
    let receiver: (any BodyReceiver)?
    private let clients: ClientInterceptors
    private let hasOwnInterceptors: Bool
    let state = Locked(State())

    /// The results of processing, and the progress of the end.
    struct State {
        /// The request as changed by interceptors.
        var adapted: Request?
        var brought: Brought?
        var completion = TaskCompletion()
    }

    /// The result to report when the task ends.
    enum Brought {
        case value(any Sendable, Response?)
        /// Parsing failed.
        case failure(any Error, Response?)
        /// There is no response, or the interceptors have replaced it with an error.
        case explained(any Error, Response?)
    }

    /// Creates the processing of a task, with the interceptors of the client as they are when they are called.
    ///
    /// `receiver` receives the body of this task only. By default, `reading` creates one for each task.
    init(
        _ request: Request, _ reading: CopyOnWriteBox<ResponseReading>, _ clients: ClientInterceptors,
        receiver: (any BodyReceiver)? = nil
    ) {
        self.clients = clients
        hasOwnInterceptors = !request.interceptors.own.isEmpty
        self.receiver = receiver ?? reading.value.receiver?()
        // At the end, where they are moved.
        self.request = request
        self.reading = reading
    }

    private var sent: Request { state.withLock { $0.adapted } ?? request }
    var brought: Brought? { state.withLock { $0.brought } }

    private var interceptors: InterceptorChain {
        if !hasOwnInterceptors, clients.isEmpty { return InterceptorChain(interceptors: []) }
        return request.interceptors.chain(with: clients.all)
    }

    // MARK: - Requested by the engine

    /// Changes a request before its first attempt.
    ///
    /// It is `nil` without interceptors.
    var adapt: (@Sendable (Request, InterceptedTask) async throws -> Request)? {
        let interceptors = interceptors
        guard !interceptors.isEmpty else { return nil }
        return { [self] request, task in
            let adapted = try await interceptors.adapt(request, for: task)
            state.withLock { $0.adapted = adapted }
            return adapted
        }
    }

    /// Returns the fields that interceptors add to an attempt.
    ///
    /// It is `nil` without interceptors.
    var attemptHeaders: (@Sendable (Request, _ attempt: Int, TaskID) async throws -> Headers)? {
        let interceptors = interceptors
        guard !interceptors.isEmpty else { return nil }
        return { try await interceptors.headers(for: $0, attempt: $1, of: $2) }
    }

    /// Parses a response with the rules of the request and the settings of its task, and returns an error if this
    /// fails.
    ///
    /// It is `nil` if the value is the response itself and there are no interceptors.
    var parse: (@Sendable (Response, TaskSettings, InterceptedTask) async -> (any Error)?)? {
        let interceptors = interceptors
        guard reading.value.parse != nil || !interceptors.isEmpty else { return nil }
        return { [self] in await parse($0, $1, $2, interceptors) }
    }

    /// Passes the error of a task to the interceptors before the task fails.
    ///
    /// It is `nil` without interceptors.
    var explain: (@Sendable (ClientError, Response?, InterceptedTask) async -> Void)? {
        let interceptors = interceptors
        guard !interceptors.isEmpty else { return nil }
        return { [self] in await explain($0, $1, $2, interceptors) }
    }

    // MARK: - Inside

    private func parse(
        _ response: Response, _ settings: TaskSettings, _ task: InterceptedTask,
        _ interceptors: InterceptorChain
    ) async -> (any Error)? {
        var answer = InterceptedAnswer(task: task, request: sent, response: response, error: nil)
        do {
            let rules = reading.value.rules.completed(by: settings)
            try rules.check(response, assumesJSON: settings.options.assumesJSONErrors)
        } catch {
            answer.error = error
        }
        if !interceptors.isEmpty { answer = await interceptors.process(answer) }
        do {
            if let error = answer.error { throw error }
            try Task.checkCancellation()
            let response = answer.response ?? response
            let value = try await reading.value.parse?(response) ?? response
            bring(.value(value, answer.response))
            return nil
        } catch {
            bring(.failure(error, answer.response))
            return error
        }
    }

    /// Passes the reason why there is no response to the interceptors, which may replace it.
    private func explain(
        _ error: ClientError, _ response: Response?, _ task: InterceptedTask,
        _ interceptors: InterceptorChain
    ) async {
        // The interceptors have processed the error of parsing. A later attempt may have failed with another error.
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
    /// The rules, completed with the settings of a task.
    fileprivate func completed(by settings: TaskSettings) -> ResponseRules {
        var rules = self
        rules.statuses = statuses ?? settings.options.acceptedStatuses
        return rules
    }
}
