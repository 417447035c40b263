import ClientEngine

/// A response in transit to another program.
///
/// A thread reads its parts, in wire format, without blocking.
///
/// ```
///   loop thread ──▶ │ head │ body │ body │ … │ end │ ──next──▶ any thread
///                          └─ full: the network pauses
/// ```
///
/// The record also keeps the body, up to `Limits.collectedBody` bytes.
struct Relay: Sendable {
    /// A part of the response to forward.
    enum Part: Sendable, Hashable {
        /// The final response head.
        ///
        /// First and only once.
        case head(ResponseHead)
        /// Bytes of the body, with the server's content coding.
        case body([UInt8])
        /// The outcome of the task.
        ///
        /// Last and only once, even without a head.
        case end(TaskOutcome)
    }

    /// The task.
    ///
    /// It continues when the relay is released.
    let task: RequestTask<Response>
    private let receiver: RelayReceiver

    init(task: RequestTask<Response>, receiver: RelayReceiver) {
        self.task = task
        self.receiver = receiver
    }

    /// Returns the next part, or `nil` if none is available.
    ///
    /// In that case `onArrival` is called when one arrives.
    func next() -> Part? {
        receiver.poll()
    }

    /// Ends the relay after the waiting program disconnected, when `count` bytes of the body were sent to it.
    ///
    /// If the response head has arrived, its status is the outcome of the task, and the rest of a small body is
    /// read for the record. Otherwise the task is cancelled.
    func leave(after count: Int) {
        // Queued parts have no reader. Removing them lets the network continue.
        while receiver.poll() != nil {}
        task.endDelivery(after: count)
    }
}

extension Client {
    /// Starts a request whose response is forwarded while it arrives.
    ///
    /// Returns at once.
    ///
    /// - If the reader is waiting, the client calls `onArrival` on any thread when parts arrive. It must return at
    ///   once.
    /// - If the policy allows retries, only 2xx responses are delivered while they arrive. Others are delivered
    ///   after the last attempt.
    /// - With `collectingAnswers`, finite responses up to the size limit are delivered as a whole, after the
    ///   interceptors.
    /// - `willBegin` receives the number of the task before it begins.
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
