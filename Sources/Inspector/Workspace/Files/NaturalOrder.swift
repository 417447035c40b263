extension String {
    /// Returns whether a name precedes another in natural order: `a2` before `a10`.
    ///
    /// Digits compare as numbers, letters by scalar. A letter with a mark follows the letter without it.
    func precedes(_ other: String) -> Bool {
        var (left, right) = (decomposedScalars[...], other.decomposedScalars[...])
        while let first = left.first, let second = right.first {
            if first.isDigit, second.isDigit {
                let (number, otherNumber) = (left.takeNumber(), right.takeNumber())
                if number.count != otherNumber.count { return number.count < otherNumber.count }
                if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) }
            } else {
                if first != second { return first < second }
                left.removeFirst()
                right.removeFirst()
            }
        }
        return left.isEmpty && !right.isEmpty
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension ArraySlice<Unicode.Scalar> {
    /// Takes the digits at the start, and drops leading zeros.
    fileprivate mutating func takeNumber() -> ArraySlice {
        let digits = prefix(while: \.isDigit)
        self = self[digits.endIndex...]
        return digits.drop { $0 == "0" }
    }
}
