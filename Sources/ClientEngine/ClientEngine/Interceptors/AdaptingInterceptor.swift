/// Changes requests with a closure.
public struct AdaptingInterceptor: Interceptor {
    private let change: @Sendable (inout Request) async throws -> Void

    /// Creates an interceptor.
    ///
    /// - Parameter change: Changes a request before it is sent. An error that it throws fails the task.
    public init(_ change: @escaping @Sendable (inout Request) async throws -> Void) {
        self.change = change
    }

    /// Returns the request as the closure has changed it.
    public func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request {
        var request = request
        try await change(&request)
        return request
    }
}

extension Interceptor where Self == AdaptingInterceptor {
    /// Changes each request with a closure before it is sent.
    ///
    /// ```swift
    /// let client = Client { $0.interceptors = [.adapting { $0.headers["X-Trace"] = Trace.current }] }
    /// ```
    ///
    /// - Parameter change: Changes a request. An error that it throws fails the task.
    /// - Returns: The interceptor.
    public static func adapting(
        _ change: @escaping @Sendable (inout Request) async throws -> Void
    ) -> AdaptingInterceptor {
        AdaptingInterceptor(change)
    }
}
