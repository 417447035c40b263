// These methods for plain requests forward to the general ones. Because they use `Request`, Swift can resolve
// expressions with a leading dot, and check calls chained to them, including closures.

extension Client {
    /// Creates a task that starts when it is resumed; see ``task(for:existing:)``.
    public func task(
        for request: Request, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Response> {
        task(for: request.typedRequest, existing: policy)
    }

    /// Starts a request and returns at once; see ``start(_:existing:)``.
    @discardableResult
    public func start(
        _ request: Request, existing policy: ExistingTaskPolicy = .startAnother
    ) -> RequestTask<Response> {
        start(request.typedRequest, existing: policy)
    }

    /// Sends a request, and returns its complete response, with any status.
    ///
    /// Cancelling the surrounding Swift task cancels the request.
    ///
    /// - Throws: `CancellationError` or ``ClientError``.
    public func send(_ request: Request) async throws -> Response {
        try await value(of: request.typedRequest)
    }
}
