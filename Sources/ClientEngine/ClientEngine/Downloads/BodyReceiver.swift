/// Takes the body of a task's answer in place of the record: a file, or somebody who reads it piece by piece.
///
/// ```
///   begin(request) ─▶ accepts(head) ─▶ take, take, … ─▶ (the next attempt: begin …) ─▶ close
/// ```
///
/// Everything must return at once, and all but `close` is called on the loop thread.
protocol BodyReceiver: AnyObject, Sendable {
    /// Indicates whether it can take the body of a further try after bytes of an earlier one.
    var isReplayable: Bool { get }
    /// Indicates whether an answer that cannot go on where an earlier one broke off is asked for again, as a whole.
    var canStartOver: Bool { get }
    /// Indicates whether it takes bytes as they are on the wire, and the record keeps the body besides.
    var takesWireBytes: Bool { get }
    var failure: ClientError? { get }

    /// Sets what is called, on any thread, when there is room again or ``failure`` was set.
    func connect(_ wake: @escaping @Sendable () -> Void)

    /// Gets ready for an exchange, and may change what it asks for.
    func begin(_ exchangeRequest: ExchangeRequest) throws(ClientError) -> ExchangeRequest

    /// Returns whether it wants the body behind this head; else the record keeps it.
    func accepts(_ head: ResponseHead) throws(ClientError) -> Bool

    /// Takes bytes, decoded or as on the wire; false when it wants no more before it calls.
    func receive(_ bytes: [UInt8]) -> Bool

    /// Ends on the loop, where nothing has to be waited for; false where ``close(_:_:)`` has to end it.
    func closeAtOnce(_ outcome: TaskOutcome, _ response: Response?) -> Bool

    /// Ends: the task is over, and its result is delivered next.
    ///
    /// Returns work that has to be done before; `nil` if there is none.
    func close(_ outcome: TaskOutcome, _ response: Response?) -> (@Sendable () async -> Void)?
}

extension BodyReceiver {
    var takesWireBytes: Bool { false }

    func closeAtOnce(_ outcome: TaskOutcome, _ response: Response?) -> Bool { false }
}
