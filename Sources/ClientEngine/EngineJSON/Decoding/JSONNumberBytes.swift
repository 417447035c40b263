// Conversion of numbers whose grammar the parser has checked.
extension UnsafeBufferPointer<UInt8> {
    /// Returns the exact value if it is an integer that fits, otherwise `nil`.
    ///
    /// `1.0` and `1e2` are integers.
    @inline(__always)
    func integer<Integer: FixedWidthInteger>(_ number: JSONNode) -> Integer? {
        // 18 digits always fit in an Int64.
        guard !number.marks.contains(.fractional), number.end - number.start <= 18 else {
            return exactInteger(number)
        }
        let isNegative = self[number.start] == UInt8(ascii: "-")
        var value: Int64 = 0
        for index in (isNegative ? number.start + 1 : number.start)..<number.end {
            value = value &* 10 &+ Int64(self[index] &- UInt8(ascii: "0"))
        }
        return Integer(exactly: isNegative ? 0 &- value : value)
    }

    @inline(never)
    private func exactInteger<Integer: FixedWidthInteger>(_ number: JSONNode) -> Integer? {
        DecimalForm(text(of: number))?.integer()
    }

    /// Returns the nearest value, or `nil` if the number is out of range or would be rounded to zero.
    @inline(__always)
    func float<Float: BinaryFloatingPoint & LosslessStringConvertible>(_ number: JSONNode) -> Float? {
        if Float.self == Double.self, let double = shortDouble(number) {
            return unsafeBitCast(double, to: Float.self)
        }
        return nearestFloat(number)
    }

    @inline(never)
    private func nearestFloat<Float: BinaryFloatingPoint & LosslessStringConvertible>(
        _ number: JSONNode
    ) -> Float? {
        guard let value = Float(text(of: number)), value.isFinite, value != 0 || isZero(number) else {
            return nil
        }
        return value
    }

    private func isZero(_ number: JSONNode) -> Bool {
        !written(number).prefix { $0 | 0x20 != UInt8(ascii: "e") }
            .contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns a number of few digits without an exponent.
    ///
    /// Dividing two numbers that a double represents exactly rounds correctly.
    @inline(__always)
    private func shortDouble(_ number: JSONNode) -> Double? {
        guard number.end - number.start <= 17 else { return nil }
        let isNegative = self[number.start] == UInt8(ascii: "-")
        var (digits, fraction) = (0 as Int64, -1)
        for index in (isNegative ? number.start + 1 : number.start)..<number.end {
            let byte = self[index]
            if byte == UInt8(ascii: ".") {
                fraction = 0
            } else {
                guard byte &- UInt8(ascii: "0") < 10 else { return nil }
                digits = digits &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
                if fraction >= 0 { fraction &+= 1 }
            }
        }
        guard digits < 1 << 53 else { return nil }
        var value = Double(digits)
        if fraction > 0 { value /= powersOfTen[fraction] }
        return isNegative ? -value : value
    }
}

/// The divisors for numbers of at most 17 bytes.
private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
]
