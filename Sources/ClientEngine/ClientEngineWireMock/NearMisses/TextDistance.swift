enum TextDistance {
    /// The number of bytes that are compared.
    ///
    /// Of further bytes, only the number counts.
    private static let longest = 512

    /// Returns the distance as a share of the longer text, from 0 to 1.
    static func share(_ left: String, _ right: String) -> Double {
        if left == right { return 0 }
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        let length = max(left.count, right.count)
        let changes = left.prefix(longest).editDistance(to: right.prefix(longest))
        let tails = abs(max(0, left.count - longest) - max(0, right.count - longest))
        // Texts that differ only after the compared bytes are not equal.
        return min(1, Double(max(1, changes + tails)) / Double(length))
    }
}
