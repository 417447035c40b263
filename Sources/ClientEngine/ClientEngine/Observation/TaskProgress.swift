/// The progress of both bodies in the newest exchange of a task.
public struct TaskProgress: Sendable, Hashable {
    /// The number of bytes of the request body that were sent.
    public var sent = 0
    /// The length of the request body in bytes, or `nil` if it is unknown.
    public var toSend: Int?
    /// The number of bytes of the response body that arrived, before content decoding.
    public var received = 0
    /// The length of the response body in bytes, or `nil` if the head does not state it.
    public var toReceive: Int?

    init(_ exchange: ExchangeRecord?) {
        guard let exchange else { return }
        sent = exchange.bodySent
        toSend = exchange.bodyToSend
        received = exchange.bodyReceived
        toReceive = exchange.bodyToReceive
    }

    /// The fraction of the request body that was sent, from 0 to 1, or `nil` if the length is unknown.
    public var fractionSent: Double? { Self.fraction(sent, of: toSend) }

    /// The fraction of the response body that arrived, from 0 to 1, or `nil` if the length is unknown.
    public var fractionReceived: Double? { Self.fraction(received, of: toReceive) }

    private static func fraction(_ part: Int, of whole: Int?) -> Double? {
        whole.map { $0 > 0 ? min(1, Double(part) / Double($0)) : 1 }
    }
}
