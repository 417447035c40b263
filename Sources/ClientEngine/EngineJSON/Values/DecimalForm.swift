/// The normal form of a decimal number, which all its spellings share.
///
/// It has digits without zeros at either end, times a power of ten. Zero has no digits and no sign.
struct DecimalForm: Equatable {
    private var isNegative = false
    private var digits: [UInt8] = []
    private var exponent = 0

    /// Creates the form from the text of a valid JSON number, or returns `nil` if its exponent does not fit in an
    /// `Int`.
    init?(_ text: String) {
        let utf8 = text.utf8
        let mark = utf8.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? utf8.endIndex
        let fractionDigits = readDigits(utf8[..<mark])
        guard let lastUsed = digits.lastIndex(where: { $0 != 0 }) else {
            isNegative = false
            return
        }
        let trailingZeros = digits.count - 1 - lastUsed
        digits.removeLast(trailingZeros)
        guard mark != utf8.endIndex else {
            exponent = trailingZeros - fractionDigits
            return
        }
        guard let written = Int(text[utf8.index(after: mark)...]) else { return nil }
        let (sum, overflow) = written.addingReportingOverflow(trailingZeros - fractionDigits)
        guard !overflow else { return nil }
        exponent = sum
    }

    /// Returns the exact value if it is an integer that fits, otherwise `nil`.
    func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
        let longest = 39  // digits of UInt128.max
        guard exponent >= 0, exponent < longest, digits.count + exponent <= longest else { return nil }
        var value: Integer = 0
        for digit in digits + Array(repeating: 0, count: exponent) {
            let (scaled, tooLarge) = value.multipliedReportingOverflow(by: 10)
            // Subtracting the digits of a negative number reaches `Int.min`, which has no positive counterpart.
            let (sum, overflow) =
                isNegative
                ? scaled.subtractingReportingOverflow(Integer(digit))
                : scaled.addingReportingOverflow(Integer(digit))
            guard !tooLarge, !overflow else { return nil }
            value = sum
        }
        return value
    }

    /// Collects the sign and the digits of `12.50` without leading zeros, and returns the number of fraction digits.
    private mutating func readDigits(_ mantissa: Substring.UTF8View) -> Int {
        var fractionDigits = 0
        var inFraction = false
        for byte in mantissa {
            switch byte {
            case UInt8(ascii: "-"):
                isNegative = true
            case UInt8(ascii: "."):
                inFraction = true
            default:
                if inFraction { fractionDigits += 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
            }
        }
        return fractionDigits
    }
}
