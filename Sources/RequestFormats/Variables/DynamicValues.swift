import Foundation

/// The sources of `{{$…}}` values, brought from outside so that tests know what comes.
public struct DynamicValues: Sendable {
    /// The wall clock.
    public var date: @Sendable () -> Date
    /// Random bits.
    public var random: @Sendable () -> UInt64
    /// The process environment.
    public var environment: @Sendable (String) -> String?
    /// The variables of the `.env` file beside the document.
    public var dotenv: [String: String]

    /// Creates sources.
    public init(
        date: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64,
        environment: @escaping @Sendable (String) -> String?, dotenv: [String: String] = [:]
    ) {
        self.date = date
        self.random = random
        self.environment = environment
        self.dotenv = dotenv
    }

    /// Makes the value of `{{$name arguments}}`.
    func value(of name: String, _ arguments: [String]) throws(ResolveError) -> String {
        switch name {
        case "uuid", "guid", "random.uuid": return uuid()
        case "timestamp": return String(Int(try moved(arguments[...]).timeIntervalSince1970.rounded(.down)))
        case "isoTimestamp": return UTCDate(date()).iso8601
        case "randomInt", "random.integer": return try randomInteger(arguments)
        case "datetime": return try formatted(arguments)
        case "processEnv": return try looked(up: arguments, in: "environment variable", environment)
        case "dotenv": return try looked(up: arguments, in: "variable of .env") { dotenv[$0] }
        default: break
        }
        if name.hasPrefix("env.") {
            return try looked(up: [String(name.dropFirst(4))], in: "environment variable", environment)
        }
        throw ResolveError(.undefined(name: "$" + name), "“$\(name)” is not supplied.", near: Self.near(name))
    }

    private static let names = [
        "uuid", "guid", "timestamp", "isoTimestamp", "randomInt", "datetime", "processEnv", "dotenv",
    ]

    private static func near(_ name: String) -> [String] {
        NearNames.of(name, among: names).map { "$" + $0 }
    }

    /// A random UUID (RFC 9562, version 4).
    private func uuid() -> String {
        let high = random() & ~0xF000 | 0x4000
        let low = random() & ~(0b11 << 62) | (0b10 << 62)
        let digits = Array((high.hexadecimal + low.hexadecimal).utf8)
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
    }

    private func randomInteger(_ arguments: [String]) throws(ResolveError) -> String {
        if arguments.isEmpty { return String(random() % 1001) }
        guard arguments.count == 2, let low = Int(arguments[0]), let high = Int(arguments[1]), low < high
        else {
            throw ResolveError(.invalid, "$randomInt takes a minimum and a larger maximum.")
        }
        let span = UInt64(bitPattern: Int64(high)) &- UInt64(bitPattern: Int64(low))
        return String(Int64(bitPattern: UInt64(bitPattern: Int64(low)) &+ random() % span))
    }

    private func formatted(_ arguments: [String]) throws(ResolveError) -> String {
        let moved = try moved(arguments.dropFirst())
        switch arguments.first {
        case "iso8601": return UTCDate(moved).iso8601
        case "rfc1123": return UTCDate(moved).rfc1123
        default: throw ResolveError(.unsupported, "$datetime takes iso8601 or rfc1123.")
        }
    }

    /// The time now, moved by `n unit`; the units are those of REST Client.
    private func moved(_ arguments: ArraySlice<String>) throws(ResolveError) -> Date {
        guard let first = arguments.first else { return date() }
        let units: [String: Double] = [
            "ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800, "M": 2_592_000,
            "y": 31_536_000,
        ]
        guard arguments.count == 2, let amount = Int32(first), let unit = units[arguments.last ?? ""] else {
            throw ResolveError(.invalid, "An offset of time is a whole number and one of ms s m h d w M y.")
        }
        return date().addingTimeInterval(Double(amount) * unit)
    }

    private func looked(
        up arguments: [String], in kind: String, _ value: (String) -> String?
    ) throws(ResolveError) -> String {
        guard let name = arguments.first, arguments.count == 1 else {
            throw ResolveError(.invalid, "The name of an \(kind) is missing.")
        }
        guard let found = value(name) else {
            throw ResolveError(.undefined(name: name), "There is no \(kind) “\(name)”.")
        }
        return found
    }
}

extension UInt64 {
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
