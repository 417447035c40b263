import ClientEngine

/// A client with the endpoints of a service.
///
/// ```swift
/// let service = ServiceClient(try ServiceProfile(contentsOfFile: "api.json"), client: client)
/// let user = try await client.send(service.request(for: "user", ["id": 1]))
/// ```
///
/// Copies are independent, but share the client.
public struct ServiceClient: Sendable {
    private typealias Adjustment = @Sendable (_ name: String, _ request: inout Request) -> Void

    /// The client that sends the requests.
    public let client: Client
    /// The endpoints.
    public var profile: ServiceProfile
    private let adjust: Adjustment

    /// Creates a service.
    ///
    /// The closure `adjust` can change each request.
    public init(
        _ profile: ServiceProfile, client: Client,
        adjusting adjust: @escaping @Sendable (_ name: String, _ request: inout Request) -> Void = { _, _ in }
    ) {
        self.profile = profile
        self.client = client
        self.adjust = adjust
    }

    /// Returns the service with another base URL, for example that of a test server.
    ///
    /// An empty text uses the client's base URL.
    public func with(baseURL: String) -> ServiceClient {
        var service = self
        service.profile.baseURL = baseURL
        return service
    }

    /// Creates the request for an endpoint.
    ///
    /// - Throws: `invalidRequest/queue` for an unknown name, with suggestions, and for a template that cannot be
    ///   expanded with these values, with the position.
    public func request(for name: String, _ values: Parameters = [:]) throws(ClientError) -> Request {
        try profile.request(for: name, values).with { adjust(name, &$0) }
    }

    /// Starts the request for an endpoint with an identifier.
    ///
    /// If a live task is returned instead, the values are ignored.
    ///
    /// - Throws: `invalidRequest/queue`, as ``request(for:_:)`` does.
    @discardableResult
    public func start(
        _ name: String, _ values: Parameters = [:], identifier: String,
        existing policy: ExistingTaskPolicy = .startAnother
    ) throws(ClientError) -> RequestTask<Response> {
        try start(name, values, identifier: identifier, existing: policy) { $0.typedRequest }
    }

    /// Starts the request for an endpoint with an identifier, and converts its response to a value.
    ///
    /// ```swift
    /// let task = try service.start("user", ["id": 1], identifier: "profile") { $0.decoding(User.self) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the endpoint.
    ///   - values: The values for its template. They are ignored if a live task is returned.
    ///   - identifier: The identifier of the task.
    ///   - policy: The treatment of a live task with this identifier and a value of the same type.
    ///   - typed: Converts the request to a typed request.
    /// - Returns: The task that was started, or the live task.
    /// - Throws: `invalidRequest/queue`, as ``request(for:_:)`` does.
    @discardableResult
    public func start<Value>(
        _ name: String, _ values: Parameters = [:], identifier: String,
        existing policy: ExistingTaskPolicy = .startAnother, as typed: (Request) -> TypedRequest<Value>
    ) throws(ClientError) -> RequestTask<Value> {
        let request = try request(for: name, values).with { $0.identifier = identifier }
        return client.start(typed(request), existing: policy)
    }
}
