import FoundationEssentials

/// Feeds a request's body to libcurl, piece by piece, and can begin again.
package final class BodyReader {
    package enum Read: Equatable {
        case bytes(Int)
        case end
        /// Nothing yet; whoever was named in ``onArrival(_:)`` is told when to come again.
        case wait
        case failed(ClientError)
    }

    private enum Source {
        case bytes([UInt8])
        case data(Data)
        case file(BodyFile)
        case stream(StreamFeed)

        var length: Int? {
            switch self {
            case .bytes(let bytes): bytes.count
            case .data(let data): data.count
            case .file(let file): file.length
            case .stream(let feed): feed.stream.length
            }
        }
    }

    /// The length in bytes; nil when a stream does not tell.
    package let length: Int?
    /// The number of bytes that were read since the last beginning.
    package private(set) var position = 0
    package private(set) var isAtEnd = false
    private let sources: [Source]
    private var current = 0
    private var offset = 0

    /// Reads nothing; any number of requests may share it.
    package init() {
        (sources, length) = ([], 0)
    }

    /// Opens the body, in which everything deferred has been made.
    ///
    /// Throws `io/queue` for a file that cannot be read or is not a regular one, and for a stream that is spent.
    package init(_ body: Body) throws(ClientError) {
        guard let segments = try body.segments() else {
            throw ClientError(.io, .queue, "the body was not made before it was sent")
        }
        var sources: [Source] = []
        for segment in segments {
            switch segment {
            case .bytes(let bytes): sources.append(.bytes(bytes))
            case .data(let data): sources.append(.data(data))
            case .file(let path): sources.append(.file(try BodyFile(path)))
            case .stream(let stream):
                guard stream.canBegin else { throw .streamIsSpent }
                sources.append(.stream(StreamFeed(stream)))
            }
        }
        self.sources = sources
        length = sources.reduce(0 as Int?) { sum, source in
            sum.flatMap { sum in source.length.map { sum + $0 } }
        }
    }

    /// Indicates whether there may be nothing to read for a while.
    package var hasStreams: Bool {
        sources.contains { if case .stream = $0 { true } else { false } }
    }

    /// Indicates whether another reader could have the bytes from their beginning.
    package var canBeginAgain: Bool {
        sources.allSatisfy { if case .stream(let feed) = $0 { feed.stream.canBegin } else { true } }
    }

    /// Has the closure called, on any thread, when bytes are there after a read that found none.
    package func onArrival(_ wake: @escaping @Sendable () -> Void) {
        for case .stream(let feed) in sources { feed.onArrival = wake }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Read {
        guard !buffer.isEmpty else { return .bytes(0) }
        while current < sources.count {
            let read = read(sources[current], into: buffer)
            switch read {
            case .bytes(let count):
                offset += count
                position += count
                return read
            case .end: (current, offset) = (current + 1, 0)
            case .wait, .failed: return read
            }
        }
        isAtEnd = true
        return .end
    }

    private func read(_ source: Source, into buffer: UnsafeMutableRawBufferPointer) -> Read {
        switch source {
        case .file(let file): return file.read(at: offset, into: buffer)
        case .stream(let feed): return feed.read(into: buffer)
        case .bytes(let bytes): return bytes.withUnsafeBytes { copy($0, into: buffer) }
        case .data(let data): return data.withUnsafeBytes { copy($0, into: buffer) }
        }
    }

    private func copy(
        _ bytes: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer
    ) -> Read {
        let count = min(buffer.count, bytes.count - offset)
        guard count > 0 else { return .end }
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
        return .bytes(count)
    }

    /// Goes to the beginning, to send the body again; false when a stream cannot.
    package func rewind() -> Bool {
        guard position > 0 else { return true }
        for case .stream(let feed) in sources where !feed.rewind() { return false }
        (current, offset, position, isAtEnd) = (0, 0, 0, false)
        return true
    }

    package func readAll() throws(ClientError) -> [UInt8] {
        var failure: ClientError?
        let all = [UInt8](unsafeUninitializedCapacity: (length ?? 0) - position) { buffer, count in
            while count < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(buffer)[count...]
                switch read(into: UnsafeMutableRawBufferPointer(rebasing: rest)) {
                case .bytes(let got): count += got
                case .end: return
                case .wait:
                    failure = ClientError(.unsupported, .queue, "a stream cannot stand here")
                    return
                case .failed(let error):
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        return all
    }
}
