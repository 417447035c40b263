import ClientEngine

/// A client together with the endpoints it talks to.
///
/// ```swift
/// let service = ServiceClient(try ServiceProfile(contentsOfFile: "api.json"), client: client)
/// let user = try await client.send(service.request(for: "user", ["id": 1]))
/// ```
///
/// Copies are independent; they share the client.
public struct ServiceClient: Sendable {
    private typealias Adjustment = @Sendable (_ name: String, _ request: inout Request) -> Void

    /// The client that sends the requests.
    public let client: Client
    /// The endpoints.
    public var profile: ServiceProfile
    private let adjust: Adjustment

    /// Creates a service.
    public init(
        _ profile: ServiceProfile, client: Client,
        adjusting adjust: @escaping @Sendable (_ name: String, _ request: inout Request) -> Void = { _, _ in }
    ) {
        self.profile = profile
        self.client = client
        self.adjust = adjust
    }

    /// Returns the service at another base URL, as that of a server under test; empty leaves it to the client's.
    public func with(baseURL: String) -> ServiceClient {
        var service = self
        service.profile.baseURL = baseURL
        return service
    }

    /// Makes the request for an endpoint.
    ///
    /// - Throws: `invalidRequest/queue` for a name that is not there, with those that are like it, and for a template that
    ///   cannot be expanded with these values, with the place.
    public func request(for name: String, _ values: Parameters = [:]) throws(ClientError) -> Request {
        try profile.request(for: name, values).with { adjust(name, &$0) }
    }

    /// Starts the request for an endpoint under an identifier.
    ///
    /// A task that is taken as it is keeps its own values; these are then ignored.
    /// - Throws: `invalidRequest/queue`, as making the request does.
    @discardableResult
    public func start(
        _ name: String, _ values: Parameters = [:], identifier: String,
        existing policy: ExistingTaskPolicy = .startAnother
    ) throws(ClientError) -> RequestTask<Response> {
        try start(name, values, identifier: identifier, existing: policy) { $0.typedRequest }
    }

    /// Starts the request for an endpoint under an identifier, its response turned into a value.
    ///
    /// ```swift
    /// let task = try service.start("user", ["id": 1], identifier: "profile") { $0.decoding(User.self) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the endpoint.
    ///   - values: The values for its template. They are ignored where a live task is used again.
    ///   - identifier: The name of the task.
    ///   - policy: What becomes of a live task with this identifier and a value of the same type.
    ///   - typed: Makes a typed request of the request.
    /// - Returns: The task that was started, or the live task.
    /// - Throws: `invalidRequest/queue`, as making the request does.
    @discardableResult
    public func start<Value>(
        _ name: String, _ values: Parameters = [:], identifier: String,
        existing policy: ExistingTaskPolicy = .startAnother, as typed: (Request) -> TypedRequest<Value>
    ) throws(ClientError) -> RequestTask<Value> {
        let request = try request(for: name, values).with { $0.identifier = identifier }
        return client.start(typed(request), existing: policy)
    }
}
