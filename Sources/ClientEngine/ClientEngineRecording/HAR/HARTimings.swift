import ClientEngine
import EngineJSON

/// The `timings` of HAR 1.2 in milliseconds, which `--json` also writes.
public struct HARTimings: Sendable, Hashable {
    /// The time of waiting inside the engine, or `nil` if it does not apply.
    public var blocked: Double?
    /// The time of resolving the host name, or `nil` if it does not apply.
    public var dns: Double?
    /// The time of connecting, including TLS, or `nil` if it does not apply.
    public var connect: Double?
    /// The time of the TLS handshake, or `nil` if it does not apply.
    public var ssl: Double?
    /// The time of sending the request.
    public var send: Double
    /// The time of waiting for the first byte of the final response.
    public var wait: Double
    /// The time of receiving the response.
    public var receive: Double

    /// Creates the timings of an exchange.
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

    /// The sum of all times.
    ///
    /// `ssl` is part of `connect`.
    public var total: Double {
        [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max(0, $1 ?? 0) }
    }

    /// The JSON object, with −1 for times that do not apply.
    public var json: JSONValue {
        [
            "blocked": .milliseconds(blocked), "dns": .milliseconds(dns), "connect": .milliseconds(connect),
            "ssl": .milliseconds(ssl), "send": .milliseconds(send), "wait": .milliseconds(wait),
            "receive": .milliseconds(receive),
        ]
    }
}

extension JSONValue {
    /// Returns milliseconds rounded to microseconds, or −1 for `nil`.
    static func milliseconds(_ value: Double?) -> JSONValue {
        guard let value else { return -1 }
        let rounded = (max(0, value) * 1000).rounded() / 1000
        if let whole = Int(exactly: rounded) { return JSONValue(whole) }
        return JSONNumber(rounded).map(JSONValue.number) ?? -1
    }
}
