extension SignedInteger where Self: FixedWidthInteger {
    /// Returns the sum, clamped to the values of the type.
    public func addingSaturated(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

extension Int {
    /// Returns the quotient rounded towards negative infinity; `divisor` is positive.
    public func floorDivided(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }

    /// Returns the decimal digits, with zeros in front up to `width` digits, after a minus sign for a negative number.
    public func padded(to width: Int) -> String {
        let digits = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count))
            + digits
    }
}
