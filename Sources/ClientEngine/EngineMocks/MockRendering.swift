import EngineHTTP
import FoundationEssentials

/// Makes the fields and the body of a reply from the request that it answers, as templates do.
///
/// A client asks for it only where a reply has one, see ``Mock/Reply/rendering``.
public protocol MockRendering: Sendable, Hashable {
    /// Checks that a reply can be rendered; called before a store takes its mock, on the thread that adds it. It may read files.
    func check(_ reply: Mock.Reply) throws(MockError)

    /// Changes a reply for one request, and returns the bytes of its body.
    ///
    /// Called off the loop and under no lock, so it may wait for a disk.
    ///
    /// - Parameters:
    ///   - reply: the reply as the mock has it; its status and fields are used as they are left. The type of its body holds
    ///     where there is no `Content-Type`.
    ///   - occasion: the request and the time.
    /// - Returns: the bytes of the body.
    /// - Throws: why there is no reply: the exchange fails with it if it is a ``ClientError``, and with `io/queue` otherwise.
    func render(_ reply: inout Mock.Reply, for occasion: MockOccasion) throws -> [UInt8]
}

extension MockRendering {
    fileprivate func isEqual(to other: any MockRendering) -> Bool { (other as? Self) == self }
}

/// What a reply is rendered from.
public struct MockOccasion: Sendable {
    /// The request; a body that is a file has been read.
    public var request: MockedRequest
    /// The values of the names in the mock's address, decoded: `id` of `users/:id`.
    public var pathParameters: [String: String]
    /// The time at which the mock was found.
    public var now: Date
    /// Gives numbers in 0..<1 for what is left to chance.
    public var random: @Sendable () -> Double
    /// The largest body file that is read, in bytes.
    public var limit = 64 << 20

    /// Creates an occasion.
    public init(
        request: MockedRequest, pathParameters: [String: String] = [:], now: Date = Date(),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.request = request
        self.pathParameters = pathParameters
        self.now = now
        self.random = random
    }

    /// Returns the bytes of a body in memory or in a file; waits for the disk.
    ///
    /// - Throws: a ``MockError`` for a file larger than ``limit``, and a ``ClientError`` for one that cannot be read.
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

/// Any ``MockRendering``, equal to those of the same type and value.
struct AnyMockRendering: Sendable, Hashable {
    let base: any MockRendering

    static func == (left: AnyMockRendering, right: AnyMockRendering) -> Bool {
        left.base.isEqual(to: right.base)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(base)
    }
}
