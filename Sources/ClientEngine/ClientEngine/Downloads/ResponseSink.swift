internal import EngineSupport

/// Receives a response while it arrives, without a thread or a Swift task between the client and it.
///
/// ```
///  connect ─▶ (an attempt: accepts, receive, receive, …) ─▶ (the next attempt: …) ─▶ finish
/// ```
/// The client calls the methods one after another on its loop thread; each must return at once. The bodies are bytes as they are
/// on the wire, and the record of the task keeps them besides. Use ``Client/stream(_:accepting:)`` to read a body in a Swift task.
public protocol ResponseSink: AnyObject, Sendable {
    /// Stores a callback that asks for more bytes after ``receive(_:)`` has returned `false`.
    ///
    /// The sink may call it from any thread.
    func connect(_ resume: @escaping @Sendable () -> Void)

    /// Returns whether the sink takes the body that follows this head while it arrives.
    ///
    /// Where the retry policy of the task allows another attempt, the client offers only heads with a status of 2xx.
    func accepts(_ head: ResponseHead) -> Bool

    /// Takes bytes of the body that follows an accepted head; `false` pauses the transfer until the sink asks for more.
    ///
    /// A few bytes that have already arrived may follow even so.
    func receive(_ bytes: [UInt8]) -> Bool

    /// Takes the end of the task, once.
    ///
    /// `response` is the complete response, processed by the interceptors of the request. It is the only way in which a response whose
    /// head was not offered or not accepted arrives. It is `nil` if there is no complete response.
    func finish(_ outcome: TaskOutcome, _ response: Response?)
}

/// Connects a sink to a task.
final class SinkReceiver: BodyReceiver {
    private let sink: any ResponseSink
    /// Indicates whether heads with any status are offered, because no further attempt is made.
    private let offersAnyStatus = Locked(false)

    init(_ sink: any ResponseSink) { self.sink = sink }

    /// Decides before the task begins whether heads with any status are offered.
    func offerAnyStatus(_ isOffered: Bool) { offersAnyStatus.withLock { $0 = isOffered } }

    var isReplayable: Bool { false }
    var canStartOver: Bool { false }
    var takesWireBytes: Bool { true }
    var failure: ClientError? { nil }

    func connect(_ wake: @escaping @Sendable () -> Void) { sink.connect(wake) }

    func begin(_ exchangeRequest: ExchangeRequest) -> ExchangeRequest { exchangeRequest }

    func accepts(_ head: ResponseHead) -> Bool {
        (offersAnyStatus.withLock(\.self) || (200...299).contains(head.status)) && sink.accepts(head)
    }

    func receive(_ bytes: [UInt8]) -> Bool { sink.receive(bytes) }

    func close(_ outcome: TaskOutcome, _ response: Response?) -> (@Sendable () async -> Void)? {
        sink.finish(outcome, response)
        return nil
    }

    func closeAtOnce(_ outcome: TaskOutcome, _ response: Response?) -> Bool {
        sink.finish(outcome, response)
        return true
    }
}

extension Client {
    /// Makes a task whose response goes to a sink while it arrives; the task begins when it is resumed.
    ///
    /// `provenance` says in the record how the request came about.
    public func task(
        for request: Request, from provenance: Provenance = .composed, deliveringTo sink: any ResponseSink
    ) -> RequestTask<Response> {
        let receiver = SinkReceiver(sink)
        // The sink takes one response: a task that is started again keeps its own.
        let pipeline = ResponsePipeline(
            request, request.typedRequest.reading, interceptors, receiver: receiver)
        let task: RequestTask<Response> = task(of: pipeline, sending: request, from: provenance)
        receiver.offerAnyStatus(task.core.options.retry.maximumRetries == 0)
        return task
    }
}

extension RequestTask {
    /// Ends the delivery to a ``ResponseSink``, because the reader for which it took the response has gone.
    ///
    /// If the head of the response has arrived, its status is the outcome of the task, and the client reads the rest of a small body
    /// for the record. Otherwise the task is cancelled. The sink must no longer hold up the transfer.
    ///
    /// - Parameter count: the bytes of the body that the reader has received.
    public func endDelivery(after count: Int) { core.leave(after: count) }
}

extension ResponseHead {
    /// Returns whether a client that collects a whole body should wait for the one that follows this head: it is not announced to be
    /// longer than `limit` bytes, and is not of a media type that streams without an end.
    public func isCollectable(upTo limit: Int) -> Bool {
        let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
        let type = headers["Content-Type"].map { MediaType($0).essence } ?? ""
        return length <= limit && !["text/event-stream", "multipart/x-mixed-replace"].contains(type)
    }
}
