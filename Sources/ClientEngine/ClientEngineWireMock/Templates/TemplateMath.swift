import EngineJSON
import EngineMocks

/// Calculates as WireMock does: exactly, with as many decimal places as the operands have.
///
/// A result without decimal places is an integer. Any other result is written as Java writes a `double`.
enum TemplateMath {
    enum Operation {
        case plus, minus, times, over, modulo
    }

    /// Returns the operation that a word between two numbers means.
    static func operation(_ word: String) throws(MockError) -> Operation {
        switch word {
        case "+": return .plus
        case "-": return .minus
        case "*", "x": return .times
        case "/": return .over
        case "%": return .modulo
        default: throw MockError("the template's “math” does not know “\(word)”.")
        }
    }

    /// Returns the result.
    ///
    /// A value that is not a number counts as 0.
    static func value(
        _ left: JSONValue, _ word: String, _ right: JSONValue
    ) throws(MockError) -> JSONValue {
        let operation = try operation(word)
        let (left, right) = (ScaledNumber(left), ScaledNumber(right))
        if right.digits == 0, operation == .over || operation == .modulo {
            throw MockError("the template's “math” divides by 0.")
        }
        guard let result = left.result(operation, right), let text = result.javaText else {
            throw MockError("the template's “math” counts too far.")
        }
        return .string(text)
    }
}

/// A decimal number: `digits` × 10^−`scale`.
struct ScaledNumber: Equatable {
    var digits: Int128
    var scale: Int

    private static let largestScale = 30

    init(_ digits: Int128, scale: Int) {
        (self.digits, self.scale) = (digits, scale)
    }

    init(_ value: JSONValue) {
        switch value {
        case .number(let number):
            // Java reads a number that is not an integer as a `double`.
            let isWhole = number.text.utf8.allSatisfy { !".eE".utf8.contains($0) }
            let text = isWhole ? number.text : number.double.map(\.javaText) ?? number.text
            self = ScaledNumber(text: text) ?? ScaledNumber(0, scale: 0)
        default: self = ScaledNumber(text: value.renderedText) ?? ScaledNumber(0, scale: 0)
        }
    }

    /// Parses `-1.50` or `1e3`.
    ///
    /// Returns `nil` for other texts.
    init?(text: String) {
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        var exponent = 0
        if halves.count == 2 {
            guard let number = Int(halves[1]) else { return nil }
            exponent = number
        }
        let parts = halves[0].split(at: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let places = parts.count == 2 ? parts[1] : ""
        guard places.utf8.allSatisfy({ (0x30...0x39).contains($0) }), abs(exponent) <= Self.largestScale,
            let digits = Int128(parts[0] + places)
        else { return nil }
        self.init(digits, scale: places.utf8.count - exponent)
    }

    /// Returns the result, or `nil` if it has more than 38 digits.
    func result(_ operation: TemplateMath.Operation, _ other: ScaledNumber) -> ScaledNumber? {
        switch operation {
        case .plus, .minus:
            let scale = max(scale, other.scale)
            guard let left = digits(at: scale), let right = other.digits(at: scale) else { return nil }
            let sum =
                operation == .plus
                ? left.addingReportingOverflow(right) : left.subtractingReportingOverflow(right)
            return sum.overflow ? nil : ScaledNumber(sum.partialValue, scale: scale)
        case .times:
            let product = digits.multipliedReportingOverflow(by: other.digits)
            return product.overflow
                ? nil : ScaledNumber(product.partialValue, scale: scale + other.scale)
        case .over: return quotient(other)
        case .modulo: return remainder(other)
        }
    }

    private func quotient(_ other: ScaledNumber) -> ScaledNumber? {
        guard let above = ScaledNumber(digits, scale: 0).digits(at: max(0, other.scale)),
            let below = ScaledNumber(other.digits, scale: 0).digits(at: max(0, -other.scale))
        else { return nil }
        let (quotient, rest) = above.quotientAndRemainder(dividingBy: below)
        let isHalf = rest.magnitude >= below.magnitude - rest.magnitude
        let step: Int128 = (above < 0) == (below < 0) ? 1 : -1
        return ScaledNumber(isHalf ? quotient + step : quotient, scale: scale)
    }

    private func remainder(_ other: ScaledNumber) -> ScaledNumber? {
        let common = max(scale, other.scale)
        guard let left = digits(at: common), let right = other.digits(at: common) else { return nil }
        // The integer quotient keeps the decimal places of the dividend beyond those of the divisor, without trailing
        // zeros.
        var whole = left / right
        var places = max(0, scale - other.scale)
        while places > scale - other.scale, whole % 10 == 0 {
            whole /= 10
            places -= 1
        }
        return ScaledNumber(left % right, scale: common).scaled(to: max(scale, places + other.scale))
    }

    private func scaled(to scale: Int) -> ScaledNumber? {
        if scale >= self.scale { return digits(at: scale).map { ScaledNumber($0, scale: scale) } }
        guard let divisor = Self.power(self.scale - scale), digits % divisor == 0 else { return nil }
        return ScaledNumber(digits / divisor, scale: scale)
    }

    private func digits(at scale: Int) -> Int128? {
        guard let factor = Self.power(scale - self.scale) else { return nil }
        let product = digits.multipliedReportingOverflow(by: factor)
        return product.overflow ? nil : product.partialValue
    }

    private static func power(_ exponent: Int) -> Int128? {
        guard (0...37).contains(exponent) else { return nil }
        return (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// The number as Java writes it, or `nil` for an integer of more than 64 bits.
    fileprivate var javaText: String? {
        if scale == 0 { return Int64(exactly: digits).map { String($0) } }
        return Double("\(digits)e\(-scale)").map { $0 == 0 ? "0.0" : $0.javaText }
    }
}

extension Double {
    /// The number as Java writes it: from 10⁷ on, and below 10⁻³, in the form `1.0E7`.
    var javaText: String {
        guard self != 0, !(0.001..<10_000_000).contains(magnitude) else { return "\(self)" }
        let halves = "\(magnitude)".split(at: "e")
        let parts = halves[0].split(at: ".")
        var digits = parts[0] + (parts.count > 1 && parts[1] != "0" ? parts[1] : "")
        let zeros = digits.prefix { $0 == "0" }.count
        digits = digits.dropFirst(zeros)
        let exponent = (halves.count > 1 ? Int(halves[1]) ?? 0 : 0) + parts[0].count - 1 - zeros
        while digits.count > 1, digits.last == "0" { digits.removeLast() }
        let rest = digits.dropFirst()
        return "\(self < 0 ? "-" : "")\(digits.prefix(1)).\(rest.isEmpty ? "0" : rest)E\(exponent)"
    }
}
