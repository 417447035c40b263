import ClientEngine

/// A duration as people write it: `250ms`, `5 s`, `2m`, or a bare number of seconds.
public struct DurationFormat: Sendable, Hashable {
    /// The length.
    public var duration: Duration
    /// Indicates whether a unit was written; a bare number is seconds and deserves a warning.
    public var hasUnit: Bool

    /// The words that are understood, for error messages.
    public static let expected = "a duration such as 250ms, 5s or 2m"

    /// Reads a number with the unit `ms`, `s` or `m`; nil when it is anything else, or more than 292 years.
    public init?(_ text: some StringProtocol) {
        let word = text.trimmedBlanks
        let number = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = word[number.endIndex...].trimmedBlanks.lowercased()
        guard let nanosecondsPerUnit = Self.units[unit.isEmpty ? "s" : unit],
            let nanoseconds = Self.multiply(number, by: nanosecondsPerUnit)
        else { return nil }
        duration = .nanoseconds(nanoseconds)
        hasUnit = !unit.isEmpty
    }

    /// Writes a duration in the largest unit that needs no fraction.
    public static func text(for duration: Duration) -> String {
        let nanoseconds = duration.nanoseconds
        if nanoseconds == 0 { return "0s" }
        for (unit, size) in [("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000)]
            as [(String, Int64)]
        where nanoseconds % size == 0 {
            return "\(nanoseconds / size)\(unit)"
        }
        let digits = String(nanoseconds.magnitude % 1_000_000)
        let padded = String(repeating: "0", count: 6 - digits.count) + digits
        let fraction = padded.reversed().drop { $0 == "0" }.reversed()
        return "\(nanoseconds / 1_000_000).\(String(fraction))ms"
    }

    private static let units: [String: Int64] = ["ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000]

    private static func multiply(_ number: some StringProtocol, by unit: Int64) -> Int64? {
        let parts = number.split(at: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]) else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
        guard !overflow, parts.count == 2 else { return overflow ? nil : product }
        let digits = parts[1].prefix(9)
        guard let fraction = Int128(digits) else { return nil }
        let scale = (0..<digits.count).reduce(Int128(1)) { power, _ in power * 10 }
        let (sum, carry) = product.addingReportingOverflow(Int64(fraction * Int128(unit) / scale))
        return carry ? nil : sum
    }
}

extension StringProtocol {
    var trimmedBlanks: SubSequence {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        guard let first = unicodeScalars.firstIndex(where: { !isBlank($0) }),
            let last = unicodeScalars.lastIndex(where: { !isBlank($0) })
        else { return self[endIndex...] }
        return self[first..<unicodeScalars.index(after: last)]
    }
}
