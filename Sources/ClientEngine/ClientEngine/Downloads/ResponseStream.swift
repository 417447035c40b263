internal import EngineSupport

/// An answer whose body is read while it arrives, as fast as it is read.
///
/// Can be iterated once. Letting it go before the end cancels the task.
public struct ResponseStream: AsyncSequence, Sendable {
    /// The final head.
    public let head: ResponseHead
    /// The URL that answered, which differs from the request's after redirects.
    public let url: String
    private let reading: Reading

    init(head: ResponseHead, url: String, channel: BoundedChannel<[UInt8]>, task: TaskCore) {
        self.head = head
        self.url = url
        reading = Reading(channel: channel, task: task)
    }

    /// The status, with its class and its usual reason.
    public var status: StatusCode { head.status }

    /// The header fields.
    public var headers: Headers { head.headers }

    /// The type of the body, as its `Content-Type` says; nil where that is missing or empty.
    public var mediaType: MediaType? {
        headers["Content-Type"].flatMap { $0.isEmpty ? nil : MediaType($0) }
    }

    /// The task's story so far.
    public var record: TaskRecord { reading.task.snapshot }

    /// Reads the body; there is one, and iterators share it.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reading: reading)
    }

    /// Takes the body piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading

        /// Waits for the next bytes; nil at the end.
        ///
        /// - Throws: ``ClientError`` when the body is not complete, `CancellationError`.
        public mutating func next() async throws -> [UInt8]? {
            try await reading.channel.next()
        }
    }

    fileprivate final class Reading: Sendable {
        let channel: BoundedChannel<[UInt8]>
        let task: TaskCore

        init(channel: BoundedChannel<[UInt8]>, task: TaskCore) {
            self.channel = channel
            self.task = task
        }

        deinit {
            task.cancel()
        }
    }
}

extension Client {
    /// Sends a request and returns when the head of its answer is there; the body is read while it arrives.
    ///
    /// The network is read as fast as the body is, with about 1 MiB between them, and no limit on its size. Once a 2xx
    /// head has come no further attempt is made; other statuses come when they are complete, after the retries that
    /// the policy allows.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - statuses: The statuses that are good; by default all. A closure of it runs on the client's thread and must return at
    ///     once.
    /// - Returns: The answer, whose body is still under way.
    /// - Throws: `CancellationError`, ``ClientError``, or ``ResponseError`` with the whole answer for a status that is not good.
    public func stream(_ request: Request, accepting statuses: StatusRule = .anyStatus) async throws
        -> ResponseStream
    {
        let receiver = StreamReceiver(
            rules: ResponseRules(statuses: statuses),
            assumesJSON: statuses != .anyStatus && assumesJSONErrors(of: request))
        let (task, _) = begin(request, sending: request, StreamReceiver.reading, receiver: receiver)
        return try await withTaskCancellationHandler {
            let (head, url) = try await receiver.start.value.get()
            return ResponseStream(head: head, url: url, channel: receiver.channel, task: task)
        } onCancel: {
            task.cancel()
        }
    }
}
