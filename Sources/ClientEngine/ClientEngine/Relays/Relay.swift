/// An answer on its way to somebody else: part by part, as it is on the wire, taken by a thread that need not block.
///
/// ```
///   loop thread ──▶ │ head │ body │ body │ … │ end │ ──take──▶ any thread
///                          └─ full: the network pauses
/// ```
///
/// The record keeps the body besides, as far as it is not larger than ``Limits/collectedBody``.
package struct Relay: Sendable {
    /// A part of the answer to hand on.
    package enum Part: Sendable, Hashable {
        /// The final head; first, and once.
        case head(ResponseHead)
        /// Bytes of the body, with whatever content coding the server gave them.
        case body([UInt8])
        /// The outcome of the task; last, and once, also where no head has come.
        case end(TaskOutcome)
    }

    /// The task; it goes on when the relay is let go.
    package let task: RequestTask<Response>
    private let receiver: RelayReceiver

    init(task: RequestTask<Response>, receiver: RelayReceiver) {
        self.task = task
        self.receiver = receiver
    }

    /// Returns whether an answer comes whole where answers are collected: not one that has no end, or is known to be too large.
    package static func collects(_ head: ResponseHead, upTo limit: Int) -> Bool {
        let length = head.headers["Content-Length"].flatMap { Int($0) } ?? 0
        let type = head.headers["Content-Type"].map { MediaType($0).essence } ?? ""
        return length <= limit && !["text/event-stream", "multipart/x-mixed-replace"].contains(type)
    }

    /// The next part; nil while there is none, and then `onArrival` is called once there is.
    package func next() -> Part? {
        receiver.poll()
    }

    /// Ends the relay because the program that waited for the answer has disconnected, after `count` bytes of the body were sent to it.
    ///
    /// If the head of the answer is there, its status is the outcome of the task, and the rest of a small body is read for the
    /// record. Otherwise the task is cancelled.
    package func leave(after count: Int) {
        // What is queued has no reader, and its room lets the network go on.
        while receiver.poll() != nil {}
        task.core.leave(after: count)
    }
}

extension Client {
    /// Starts a request whose answer is handed on while it arrives; returns at once.
    ///
    /// `onArrival` is called on any thread, and must return at once. Where the policy allows retries, only 2xx answers come
    /// while they arrive; others come when no further attempt is made. Where answers are collected, those that have an end and are
    /// not too large come whole, behind the interceptors of the request. The number of the task is told before it begins.
    package func relay(
        _ request: Request, from provenance: Provenance = .composed, collectingAnswers: Bool = false,
        willBegin: (TaskID) -> Void = { _ in }, onArrival: @escaping @Sendable () -> Void
    ) -> Relay {
        let receiver = RelayReceiver(
            collectingUpTo: collectingAnswers ? configuration.limits.collectedBody : nil, onArrival: onArrival
        )
        var typed = request.typedRequest
        typed.receiver = { receiver }
        let pipeline = TypedPipeline(typed, for: self) { $0.task(for: request, from: $1) }
        let task = task(of: pipeline, sending: request, from: provenance)
        receiver.expect(anyStatus: task.core.options.retry.maximumRetries == 0)
        willBegin(task.id)
        task.resume()
        return Relay(task: task, receiver: receiver)
    }
}
