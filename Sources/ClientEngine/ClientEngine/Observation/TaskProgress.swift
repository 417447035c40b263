/// The progress of both bodies of a task's newest exchange.
public struct TaskProgress: Sendable, Hashable {
    /// The bytes of the request's body that went out.
    public var sent = 0
    /// The bytes of the request's body in all, where that is known.
    public var toSend: Int?
    /// The bytes of the response's body that arrived, as on the wire.
    public var received = 0
    /// The bytes of the response's body in all, where the head tells.
    public var toReceive: Int?

    init(_ exchange: ExchangeRecord?) {
        guard let exchange else { return }
        sent = exchange.bodySent
        toSend = exchange.bodyToSend
        received = exchange.bodyReceived
        toReceive = exchange.bodyToReceive
    }

    /// The part of the request's body that went out, from 0 to 1; nil where the length is not known.
    public var fractionSent: Double? { Self.fraction(sent, of: toSend) }

    /// The part of the response's body that arrived, from 0 to 1; nil where the length is not known.
    public var fractionReceived: Double? { Self.fraction(received, of: toReceive) }

    private static func fraction(_ part: Int, of whole: Int?) -> Double? {
        whole.map { $0 > 0 ? min(1, Double(part) / Double($0)) : 1 }
    }
}
