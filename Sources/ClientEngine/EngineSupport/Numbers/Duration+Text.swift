extension Duration {
    /// The duration in milliseconds, or in seconds from 1 s on, with at most three decimals: `200 ms`, `1.5 s`, `60 s`.
    public var brief: String {
        let microseconds = nanoseconds / 1000
        return microseconds.magnitude < 1_000_000
            ? Self.decimal(thousandths: microseconds) + " ms"
            : Self.decimal(thousandths: microseconds / 1000) + " s"
    }

    private static func decimal(thousandths: Int64) -> String {
        let sign = thousandths < 0 ? "-" : ""
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(1000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
