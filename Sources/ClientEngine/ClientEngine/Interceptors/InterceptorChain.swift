/// The interceptors of one task, in their order.
struct InterceptorChain: Sendable {
    let interceptors: [any Interceptor]

    var isEmpty: Bool { interceptors.isEmpty }

    /// Has every interceptor change the request, unless the task is cancelled on the way.
    func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request {
        var request = request
        for interceptor in interceptors {
            try Task.checkCancellation()
            request = try await interceptor.adapt(request, for: task)
        }
        return request
    }

    /// Has every interceptor bring fields for an attempt, unless the task is cancelled on the way; of one name the last ones
    /// count.
    func headers(for request: Request, attempt: Int, of task: TaskID) async throws -> Headers {
        var headers = Headers()
        for interceptor in interceptors {
            try Task.checkCancellation()
            headers.merge(try await interceptor.headers(for: request, attempt: attempt, of: task))
        }
        return headers
    }

    /// Has every interceptor look at the answer, unless the task is cancelled on the way; what one of them throws is what
    /// the others see as its error.
    func process(_ answer: InterceptedAnswer) async -> InterceptedAnswer {
        var answer = answer
        for interceptor in interceptors where !Task.isCancelled {
            do {
                answer = try await interceptor.process(answer)
            } catch {
                answer.error = error
            }
        }
        return answer
    }
}

extension Interception {
    /// The interceptors of one task, in their order.
    func chain(with clients: [any Interceptor]) -> InterceptorChain {
        let inherited = includesClients ? clients : []
        return InterceptorChain(interceptors: own.isEmpty ? inherited : own.map(\.object) + inherited)
    }
}
