/// A numeric range: `200`, `>=400`, `100..299`, `>2s`, `1k..5M`.
struct Interval: Sendable, Hashable {
    private let lower: Int64
    private let upper: Int64

    enum Unit { case count, bytes, duration }

    /// The range as a closed range.
    ///
    /// If it is empty, this contains only its lower bound.
    var range: ClosedRange<Int64> { lower...max(lower, upper) }

    func contains(_ value: Int64) -> Bool { lower <= value && value <= upper }

    /// Parses the value of a key.
    init(_ text: String, _ unit: Unit, as key: Filter.Key, at offset: Int) throws(FilterError) {
        let number = { (part: Substring) throws(FilterError) -> Int64 in
            guard let value = unit.value(of: part) else {
                let place = text.utf8.distance(from: text.startIndex, to: part.startIndex)
                throw FilterError(
                    "“\(part)” is not a \(unit.noun); try \(key.example).", at: offset + place)
            }
            return value
        }
        if let dots = text.firstRange(of: "..") {
            let (low, high) = (text[..<dots.lowerBound], text[dots.upperBound...])
            lower = low.isEmpty ? .min : try number(low)
            upper = high.isEmpty ? .max : try number(high)
            return
        }
        let sign = text.prefix { $0 == "<" || $0 == ">" || $0 == "=" }
        let value = try number(text[sign.endIndex...])
        switch sign {
        case ">": (lower, upper) = (value == .max ? .max : value + 1, .max)
        case ">=": (lower, upper) = (value, .max)
        case "<": (lower, upper) = (.min, value == .min ? .min : value - 1)
        case "<=": (lower, upper) = (.min, value)
        case "", "=": (lower, upper) = (value, value)
        default: throw FilterError("“\(sign)” is not a comparison; there are >, >=, < and <=.", at: offset)
        }
    }
}

extension Interval.Unit {
    fileprivate var noun: String {
        switch self {
        case .count: "number"
        case .bytes: "size"
        case .duration: "duration"
        }
    }

    /// The factors by unit.
    ///
    /// A duration without a unit is in milliseconds, like the displayed durations.
    private var factors: [String: Double] {
        switch self {
        case .count: ["": 1]
        case .bytes: ["": 1, "b": 1, "k": 1e3, "m": 1e6, "g": 1e9, "kb": 1e3, "mb": 1e6, "gb": 1e9]
        case .duration: ["": 1e6, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9]
        }
    }

    fileprivate func value(of text: Substring) -> Int64? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let factor = factors[text[digits.endIndex...].lowercased()], let number = Double(digits),
            self != .count || !digits.unicodeScalars.contains(".")
        else { return nil }
        return Int64(exactly: (number * factor).rounded())
    }
}
