/// The interceptors of one task, in order.
struct InterceptorChain: Sendable {
    let interceptors: [any Interceptor]

    var isEmpty: Bool { interceptors.isEmpty }

    /// Passes the request through all interceptors, unless the task is cancelled.
    func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request {
        var request = request
        for interceptor in interceptors {
            try Task.checkCancellation()
            request = try await interceptor.adapt(request, for: task)
        }
        return request
    }

    /// Collects the header fields of all interceptors for an attempt, unless the task is cancelled.
    ///
    /// Later fields replace earlier ones with the same name.
    func headers(for request: Request, attempt: Int, of task: TaskID) async throws -> Headers {
        var headers = Headers()
        for interceptor in interceptors {
            try Task.checkCancellation()
            headers.merge(try await interceptor.headers(for: request, attempt: attempt, of: task))
        }
        return headers
    }

    /// Passes the answer through all interceptors, unless the task is cancelled.
    ///
    /// An error that one of them throws becomes the error of the answer.
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
    /// Returns the interceptors of one task, in order.
    func chain(with clients: [any Interceptor]) -> InterceptorChain {
        let inherited = includesClients ? clients : []
        return InterceptorChain(interceptors: own.isEmpty ? inherited : own.map(\.object) + inherited)
    }
}
