internal import EngineSupport

/// Bytes that come while they are sent: from an asynchronous sequence, or pulled out of a closure.
///
/// They are asked for only as fast as the server takes them; about 256 KiB wait at a time. A stream that can begin
/// again serves retries and redirects; one that cannot fails them and says so. Two streams are equal when one is a
/// copy of the other.
public struct BodyStream: Sendable, Hashable {
    /// The length in bytes, where it is known; without it the body is sent chunked (RFC 9112, section 7.1).
    ///
    /// A stream that turns out shorter or longer fails the exchange.
    let length: Int?
    let isRestartable: Bool
    private let source: IdentityBox<Source>

    /// Creates a stream that begins again by calling the closure again.
    public init<Chunks: AsyncSequence & SendableMetatype>(
        length: Int? = nil, _ open: @escaping @Sendable () async throws -> Chunks
    ) where Chunks.Element: Sequence<UInt8> & SendableMetatype, Chunks.AsyncIterator: SendableMetatype {
        self.init(length: length, isRestartable: true) { write in
            for try await chunk in try await open() { try await write(Array(chunk)) }
        }
    }

    /// Creates a stream of a sequence that can be read once.
    public init<Chunks: AsyncSequence & Sendable>(
        once chunks: Chunks, length: Int? = nil
    ) where Chunks.Element: Sequence<UInt8> & SendableMetatype, Chunks.AsyncIterator: SendableMetatype {
        self.init(length: length, isRestartable: false) { write in
            for try await chunk in chunks { try await write(Array(chunk)) }
        }
    }

    private init(length: Int?, isRestartable: Bool, _ produce: @escaping Source.Producer) {
        self.length = length
        self.isRestartable = isRestartable
        source = IdentityBox(Source(produce))
    }

    var canBegin: Bool { isRestartable || !source.object.hasBegun.withLock { $0 } }

    /// Hands all bytes to the closure, which says when it has room for more.
    ///
    /// - Throws: `io/send` when the bytes cannot be had again, or what the source throws.
    func produce(into write: Source.Write) async throws {
        let isFirst = source.object.hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst || isRestartable else { throw ClientError.streamIsSpent }
        try await source.object.produce { if !$0.isEmpty { try await write($0) } }
    }

    final class Source: Sendable {
        typealias Write = @Sendable ([UInt8]) async throws -> Void
        typealias Producer = @Sendable (Write) async throws -> Void

        let produce: Producer
        let hasBegun = Locked(false)

        init(_ produce: @escaping Producer) {
            self.produce = produce
        }
    }
}

extension ClientError {
    static let streamIsSpent = ClientError(
        .io, .send, "the body cannot be sent again: its stream can be read only once",
        hint: "make the stream with a closure that opens it, so that it can begin again")
}
