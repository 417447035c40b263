import ClientEngine

/// An answer on its way to another program: part by part, as it is on the wire, taken by a thread that need not block.
///
/// ```
///   loop thread ──▶ │ head │ body │ body │ … │ end │ ──take──▶ any thread
///                          └─ full: the network pauses
/// ```
///
/// The record keeps the body besides, as far as it is not larger than `Limits.collectedBody`.
struct Relay: Sendable {
    /// A part of the answer to hand on.
    enum Part: Sendable, Hashable {
        /// The final head; first, and once.
        case head(ResponseHead)
        /// Bytes of the body, with whatever content coding the server gave them.
        case body([UInt8])
        /// The outcome of the task; last, and once, also where no head has come.
        case end(TaskOutcome)
    }

    /// The task; it continues when the relay is released.
    let task: RequestTask<Response>
    private let receiver: RelayReceiver

    init(task: RequestTask<Response>, receiver: RelayReceiver) {
        self.task = task
        self.receiver = receiver
    }

    /// The next part; nil while there is none, and then `onArrival` is called once there is.
    func next() -> Part? {
        receiver.poll()
    }

    /// Ends the relay because the program that waited for the answer has disconnected, after `count` bytes of the body were sent to it.
    ///
    /// If the head of the answer is there, its status is the outcome of the task, and the rest of a small body is read for the
    /// record. Otherwise the task is cancelled.
    func leave(after count: Int) {
        // What is queued has no reader, and its room lets the network go on.
        while receiver.poll() != nil {}
        task.endDelivery(after: count)
    }
}

extension Client {
    /// Starts a request whose response is handed on while it arrives; returns at once.
    ///
    /// The client calls `onArrival` on any thread when parts arrive for which the reader waits; it must return at once. Where the
    /// policy allows retries, only 2xx responses come while they arrive; others come when no further attempt is made. With
    /// `collectingAnswers`, responses that have an end and are not too large come whole, after the interceptors of the request.
    /// `willBegin` receives the number of the task before it begins.
    func relay(
        _ request: Request, from provenance: Provenance = .composed, collectingAnswers: Bool = false,
        willBegin: (TaskID) -> Void = { _ in }, onArrival: @escaping @Sendable () -> Void
    ) -> Relay {
        let receiver = RelayReceiver(
            collectingUpTo: collectingAnswers ? configuration.limits.collectedBody : nil, onArrival: onArrival
        )
        let task = task(for: request, from: provenance, deliveringTo: receiver)
        willBegin(task.id)
        task.resume()
        return Relay(task: task, receiver: receiver)
    }
}
