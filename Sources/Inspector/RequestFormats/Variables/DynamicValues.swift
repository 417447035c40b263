import ClientEngine
import ClientEngineRecording
import ClientEngineWireMock
import EngineSupport
import FoundationEssentials

/// The sources of `{{$…}}` values, brought from outside so that tests know what comes.
public struct DynamicValues: Sendable {
    /// The wall clock.
    public var date: @Sendable () -> Date
    /// Random bits.
    public var random: @Sendable () -> UInt64
    /// The process environment; throws an error of the kind ``ResolveError/Kind/withheld(_:)`` for what it keeps back.
    public var environment: @Sendable (String) throws(ResolveError) -> String?
    /// The output of a command, given as its words, for variables of environment files.
    public var command: @Sendable ([String]) throws(ResolveError) -> String = {
        (words) throws(ResolveError) in
        throw ResolveError(.unsupported, "Commands are not run here.")
    }
    /// The variables of the `.env` file beside the document.
    public var dotenv: [String: String]
    /// The reason why there is such a file and it was not read.
    public var dotenvRefusal: FileSourceError?
    /// Returns the offset of local time from UTC in seconds.
    public var localOffset: @Sendable (Date) -> Int

    /// Creates sources.
    public init(
        date: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> UInt64,
        environment: @escaping @Sendable (String) throws(ResolveError) -> String?,
        dotenv: [String: String] = [:], dotenvRefusal: FileSourceError? = nil,
        localOffset: @escaping @Sendable (Date) -> Int = { _ in 0 }
    ) {
        self.date = date
        self.random = random
        self.environment = environment
        self.dotenv = dotenv
        self.dotenvRefusal = dotenvRefusal
        self.localOffset = localOffset
    }

    /// Makes the value of `{{$name arguments}}`; what the environment of the process and `.env` hold is secret.
    func filledValue(of name: String, _ arguments: [String]) throws(ResolveError) -> ResolvedText {
        let value = try value(of: name, arguments)
        let isOwn = ["processEnv", "dotenv", "command"].contains(name) || name.hasPrefix("env.")
        return ResolvedText(value, secrets: isOwn ? [value] : [], passing: isOwn ? [] : [value])
    }

    func value(of name: String, _ arguments: [String]) throws(ResolveError) -> String {
        switch name {
        case "uuid", "guid", "random.uuid": return uuid()
        case "timestamp": return String(UTCDate(try moved(arguments[...])).timestamp)
        case "isoTimestamp": return HARWriter.timestamp(date())
        case "datetime", "localDatetime":
            return try formatted(arguments, name, isLocal: name == "localDatetime")
        case "randomInt", "random.integer": return try randomInteger(arguments)
        case "processEnv": return try looked(up: arguments, in: "environment variable", environment)
        case "dotenv": return try looked(up: arguments, in: "variable of .env", dotenvValue)
        case "command":
            guard let program = arguments.first, !program.isEmpty else {
                throw ResolveError(.invalid, "“$command” names no program: {{$command op read 'op://…'}}.")
            }
            return try command(arguments)
        case "aadToken", "aadV2Token", "oidcAccessToken", "auth.token", "auth.idToken":
            throw ResolveError(
                .unsupported,
                "“$\(name)” is not supported: nothing is logged in to. Give a variable the token.")
        default: break
        }
        if name.hasPrefix("env.") {
            return try looked(up: [String(name.dropFirst(4))], in: "environment variable", environment)
        }
        if let value = try randomText(name, arguments) { return value }
        throw ResolveError(.undefined(name: "$" + name), "“$\(name)” is not supplied.", near: Self.near(name))
    }

    private static let names = [
        "uuid", "guid", "timestamp", "isoTimestamp", "randomInt", "datetime", "localDatetime", "processEnv",
        "dotenv", "shared", "command", "random.uuid", "random.integer", "random.float", "random.alphabetic",
        "random.alphanumeric", "random.hexadecimal", "random.email",
    ]

    private static func near(_ name: String) -> [String] {
        SimilarNames(to: name, among: names).names.map { "$" + $0 }
    }

    private func dotenvValue(of name: String) throws(ResolveError) -> String? {
        if let dotenvRefusal { throw ResolveError(.file, dotenvRefusal.message) }
        return dotenv[name]
    }

    private func looked(
        up arguments: [String], in kind: String, _ value: (String) throws(ResolveError) -> String?
    ) throws(ResolveError) -> String {
        guard let name = arguments.first, arguments.count == 1 else {
            throw ResolveError(.invalid, "The name of an \(kind) is missing.")
        }
        guard let found = try value(name) else {
            throw ResolveError(.undefined(name: name), "There is no \(kind) “\(name)”.")
        }
        return found
    }
}

// Times.
extension DynamicValues {
    private func formatted(
        _ arguments: [String], _ name: String, isLocal: Bool
    ) throws(ResolveError) -> String {
        guard let format = arguments.first, !format.isEmpty else {
            throw ResolveError(
                .invalid, "$\(name) takes rfc1123, iso8601 or a format such as \"YYYY-MM-DD\".")
        }
        let moved = try moved(arguments.dropFirst())
        let date = UTCDate(moved, offset: isLocal ? localOffset(moved) : 0)
        switch (format, isLocal) {
        case ("iso8601", false): return HARWriter.timestamp(moved)
        case ("rfc1123", false): return date.rfc1123
        case ("iso8601", true): return DateFormat(text: "YYYY-MM-DD[T]HH:mm:ssZ").string(from: date)
        case ("rfc1123", true): return DateFormat(text: "ddd, DD MMM YYYY HH:mm:ss ZZ").string(from: date)
        default: return DateFormat(text: format).string(from: date)
        }
    }

    /// Returns the time now, moved by `n unit`; months and years are the calendar's.
    private func moved(_ arguments: ArraySlice<String>) throws(ResolveError) -> Date {
        guard let first = arguments.first else { return date() }
        let seconds: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        let months = ["M": 1, "Q": 3, "y": 12]
        let unit = arguments.last ?? ""
        guard arguments.count == 2, let amount = Int32(first), seconds[unit] != nil || months[unit] != nil
        else {
            throw ResolveError(.invalid, "An offset of time is a whole number and one of ms s m h d w M Q y.")
        }
        guard let months = months[unit] else {
            return date().addingTimeInterval(Double(amount) * (seconds[unit] ?? 0))
        }
        guard abs(Int(amount)) * months <= 12 * 10_000 else {
            throw ResolveError(.invalid, "An offset of time is at most 10000 years.")
        }
        return UTCDate.date(date(), movedByMonths: Int(amount) * months)
    }
}

// What chance brings.
extension DynamicValues {
    /// The longest random text.
    private static let longestText = 65_536

    /// Returns a random UUID (RFC 9562, version 4).
    private func uuid() -> String {
        let high = random() & ~0xF000 | 0x4000
        let low = random() & ~(0b11 << 62) | (0b10 << 62)
        let digits = Array((high.hexadecimal(digits: 16) + low.hexadecimal(digits: 16)).utf8)
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

    private func randomText(_ name: String, _ arguments: [String]) throws(ResolveError) -> String? {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let all = letters + letters.uppercased()
        switch name {
        case "random.float": return try randomFloat(arguments)
        case "random.alphabetic": return try text(of: all, arguments, name)
        case "random.alphanumeric": return try text(of: all + "0123456789_", arguments, name)
        case "random.hexadecimal": return try text(of: "0123456789abcdef", arguments, name)
        case "random.email":
            return try text(of: letters, ["10"], name) + "@" + text(of: letters, ["8"], name) + ".com"
        default: return nil
        }
    }

    private func text(
        of alphabet: String, _ arguments: [String], _ name: String
    ) throws(ResolveError) -> String {
        guard arguments.count == 1, let count = Int(arguments[0]), (1...Self.longestText).contains(count)
        else {
            throw ResolveError(.invalid, "$\(name) takes a length from 1 to \(Self.longestText).")
        }
        let letters = Array(alphabet.utf8)
        let bytes = (0..<count).map { _ in letters[Int(random() % UInt64(letters.count))] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func randomFloat(_ arguments: [String]) throws(ResolveError) -> String {
        let bounds = arguments.isEmpty ? [0, 1000] : arguments.compactMap(Double.init)
        guard bounds.count == 2, arguments.isEmpty || arguments.count == 2, bounds[0] < bounds[1],
            (bounds[1] - bounds[0]).isFinite
        else {
            throw ResolveError(.invalid, "$random.float takes a minimum and a larger maximum.")
        }
        let share = Double(random() >> 11) * 0x1p-53
        return String(bounds[0] + (bounds[1] - bounds[0]) * share)
    }
}
