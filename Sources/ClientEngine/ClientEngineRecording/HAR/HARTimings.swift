import ClientEngine
import EngineJSON

/// The `timings` of HAR 1.2, in milliseconds; `--json` writes the same.
public struct HARTimings: Sendable, Hashable {
    /// Waiting inside of the engine.
    public var blocked: Double?
    /// Resolving the name.
    public var dns: Double?
    /// Connecting, TLS included.
    public var connect: Double?
    /// TLS alone.
    public var ssl: Double?
    /// Sending the request.
    public var send: Double
    /// Waiting for the first byte of the final answer.
    public var wait: Double
    /// Receiving the answer.
    public var receive: Double

    /// Reads the timings of an exchange.
    public init(_ exchange: ExchangeRecord) {
        let timings = exchange.timings
        let tcp = timings[.connect]?.milliseconds
        blocked = timings[.queue]?.milliseconds
        dns = timings[.dns]?.milliseconds
        ssl = timings[.tls]?.milliseconds
        connect = tcp == nil && ssl == nil ? nil : (tcp ?? 0) + (ssl ?? 0)
        send = timings[.send]?.milliseconds ?? 0
        wait = timings[.wait]?.milliseconds ?? 0
        receive = timings[.receive]?.milliseconds ?? 0
    }

    /// The sum of all parts; `ssl` is a part of `connect`.
    public var total: Double {
        [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max(0, $1 ?? 0) }
    }

    /// The object, with −1 for what does not apply.
    public var json: JSONValue {
        [
            "blocked": .milliseconds(blocked), "dns": .milliseconds(dns), "connect": .milliseconds(connect),
            "ssl": .milliseconds(ssl), "send": .milliseconds(send), "wait": .milliseconds(wait),
            "receive": .milliseconds(receive),
        ]
    }
}

extension JSONValue {
    /// Milliseconds to the microsecond; −1 for none.
    static func milliseconds(_ value: Double?) -> JSONValue {
        guard let value else { return -1 }
        let rounded = (max(0, value) * 1000).rounded() / 1000
        if let whole = Int(exactly: rounded) { return JSONValue(whole) }
        return JSONNumber(rounded).map(JSONValue.number) ?? -1
    }
}
