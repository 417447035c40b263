// The verbs for plain requests, which only hand them on: written for `Request`, they let Swift find what is written with a
// leading dot, and check what is chained to it, closures and all.

extension Client {
    /// Makes a task that begins when it is resumed; see ``task(for:if:)``.
    public func task(
        for request: Request, if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Response> {
        task(for: request.typedRequest, if: live)
    }

    /// Starts a request and returns at once; see ``start(_:if:)``.
    @discardableResult
    public func start(
        _ request: Request, if live: LiveTaskRule = .startAnother
    ) -> RequestTask<Response> {
        start(request.typedRequest, if: live)
    }

    /// Sends a request and waits for its complete response, whatever its status.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    /// - Throws: `CancellationError` or ``ClientError``.
    public func send(_ request: Request) async throws -> Response {
        try await value(of: request.typedRequest)
    }
}
