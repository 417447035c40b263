import Glibc

extension Double {
    /// Returns the number in decimal with `count` digits after the point.
    ///
    /// Rounds like C: to the nearest number, and ties to even.
    package func digits(_ count: Int) -> String {
        // C formats numbers with more digits than a `Double` holds exactly; it is slower.
        let power = pow(10, Double(count))
        let scaled = magnitude * power
        guard (0...15).contains(count), scaled < 0x1p52 else { return digitsOfC(count) }
        var whole = scaled.rounded(.down)
        let (rest, error) = (scaled - whole, (-scaled).addingProduct(magnitude, power))
        let isHalf = rest == 0.5 && error == 0
        if rest > 0.5 || rest == 0.5 && error > 0 || isHalf && Int(whole) % 2 == 1 { whole += 1 }
        let digits = String(Int(whole))
        let sign = self.sign == .minus ? "-" : ""
        guard count > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, count + 1 - digits.utf8.count)) + digits
        let point = padded.utf8.index(padded.endIndex, offsetBy: -count)
        return "\(sign)\(padded[..<point]).\(padded[point...])"
    }

    private func digitsOfC(_ count: Int) -> String {
        var text = [CChar](repeating: 0, count: 340 + count)
        withVaList([Int32(count), self]) { _ = vsnprintf(&text, text.count, "%.*f", $0) }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
