internal import EngineSupport

/// Runs a body's stream in a Swift task and hands its bytes to the loop thread, never more than a bound ahead.
///
/// Belongs to the loop thread; the task ends when it is let go.
final class StreamFeed {
    private static let capacity = 256 << 10

    let stream: BodyStream
    /// Called, on any thread, when there is something to read after a read that found nothing.
    var onArrival: (@Sendable () -> Void)?
    private var channel: BoundedChannel<[UInt8]>?
    private var task: Task<Void, Never>?
    private var chunk: ArraySlice<UInt8> = []
    private var position = 0

    init(_ stream: BodyStream) {
        self.stream = stream
    }

    deinit {
        stop()
    }

    /// Copies the next bytes; the first read begins the stream.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyReader.Read {
        if chunk.isEmpty {
            switch (channel ?? begin()).poll() {
            case .element(let next): chunk = next[...]
            case .nothingYet: return .wait
            case .finished(let error?):
                return .failed(ClientError(of: error, .io, .send, "the body's stream failed"))
            case .finished(nil): return end
            }
        }
        if let length = stream.length, position + chunk.count > length {
            return .failed(ClientError(.io, .send, "the body's stream holds more than its \(length) bytes"))
        }
        let count = min(buffer.count, chunk.count)
        chunk.prefix(count).withUnsafeBytes(buffer.copyMemory)
        chunk = chunk.dropFirst(count)
        position += count
        return .bytes(count)
    }

    private var end: BodyReader.Read {
        guard let length = stream.length, position < length else { return .end }
        return .failed(
            ClientError(.io, .send, "the body's stream ended after \(position) of its \(length) bytes"))
    }

    private func begin() -> BoundedChannel<[UInt8]> {
        let channel = BoundedChannel<[UInt8]>(capacity: Self.capacity) { [onArrival] in onArrival?() }
        self.channel = channel
        task = Task.detached { [stream] in
            do {
                try await stream.produce { try await channel.send($0, weight: $0.count) }
                channel.finish()
            } catch {
                channel.finish(error)
            }
        }
        return channel
    }

    /// Goes back to the beginning; false when the stream cannot begin again.
    func rewind() -> Bool {
        guard channel != nil else { return true }
        guard stream.isRestartable else { return false }
        stop()
        (channel, task, chunk, position) = (nil, nil, [], 0)
        return true
    }

    private func stop() {
        task?.cancel()
        channel?.cancel()
    }
}
