import EngineHTTP
import FoundationEssentials

/// Makes the fields and the body of a reply from the request, as a template does.
///
/// Set it as the ``Mock/Reply/rendering`` of a reply.
public protocol MockRendering: Sendable, Hashable {
    /// Checks that a reply can be rendered.
    ///
    /// Called before a store accepts its mock, on the thread that adds it. It may read files.
    func check(_ reply: Mock.Reply) throws(MockError)

    /// Renders a reply for one request, and returns the bytes of its body.
    ///
    /// Called neither on the loop nor under a lock, so it may wait for the disk.
    ///
    /// - Parameters:
    ///   - reply: The reply of the mock. The client uses its status and its fields as this method leaves them. The
    ///     media type of its body applies if there is no `Content-Type`.
    ///   - occasion: The request and the time.
    /// - Returns: The bytes of the body.
    /// - Throws: The reason why there is no reply. A ``ClientError`` fails the exchange with that error, any other
    ///   error with `io/queue`.
    func render(_ reply: inout Mock.Reply, for occasion: MockOccasion) throws -> [UInt8]
}

extension MockRendering {
    fileprivate func isEqual(to other: any MockRendering) -> Bool { (other as? Self) == self }
}

/// The data for rendering a reply.
public struct MockOccasion: Sendable {
    /// The request.
    ///
    /// A body that is a file is already in memory.
    public var request: MockedRequest
    /// The decoded values of the names in the mock's address, such as `id` in `users/:id`.
    public var pathParameters: [String: String]
    /// The time when the mock was matched.
    public var now: Date
    /// Returns random numbers in 0..<1.
    public var random: @Sendable () -> Double
    /// The largest size of a body file in bytes.
    public var limit = 64 << 20

    /// Creates the data for rendering.
    public init(
        request: MockedRequest, pathParameters: [String: String] = [:], now: Date = Date(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.request = request
        self.pathParameters = pathParameters
        self.now = now
        self.random = random
    }

    /// Returns the bytes of a body in memory or in a file.
    ///
    /// It waits for the disk.
    ///
    /// - Throws: A ``MockError`` for a file larger than ``limit``, and a ``ClientError`` for one that cannot be read.
    public func bytes(of body: Body) throws -> [UInt8] {
        try Self.bytes(of: body, limit: limit)
    }

    static func bytes(of body: Body, limit: Int) throws -> [UInt8] {
        if let bytes = body.bytes { return bytes }
        let reader = try BodyReader(body)
        if case .file = body.content, let length = reader.length, length > limit {
            throw MockError("its body file is larger than \(limit >> 20) MiB")
        }
        return try reader.readAll()
    }
}

/// A type-erased ``MockRendering``, which equals others of the same type and value.
struct AnyMockRendering: Sendable, Hashable {
    let base: any MockRendering

    static func == (left: AnyMockRendering, right: AnyMockRendering) -> Bool {
        left.base.isEqual(to: right.base)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(base)
    }
}
