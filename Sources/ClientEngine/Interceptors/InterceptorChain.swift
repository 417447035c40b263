/// The interceptors of one task, in their order.
struct InterceptorChain: Sendable {
    private let interceptors: [any Interceptor]

    init(_ interceptors: [any Interceptor]) {
        self.interceptors = interceptors
    }

    var isEmpty: Bool { interceptors.isEmpty }

    func adapt(_ request: Request) async throws -> Request {
        var request = request
        for interceptor in interceptors { request = try await interceptor.adapt(request) }
        return request
    }

    /// Has every interceptor look at the answer; what one of them throws is what the others see as its error.
    func process(_ answer: Answer) async -> Answer {
        var answer = answer
        for interceptor in interceptors {
            do {
                answer = try await interceptor.process(answer)
            } catch {
                answer.error = error
            }
        }
        return answer
    }
}
