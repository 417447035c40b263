/// How many letters have to be changed, added or taken away to make one text of another (Levenshtein's distance).
enum EditDistance {
    /// What is behind so many bytes counts by its length alone.
    private static let longest = 512

    /// The distance as a share of the longer text, from 0 to 1.
    static func share(_ left: String, _ right: String) -> Double {
        if left == right { return 0 }
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        let length = max(left.count, right.count)
        let changes = count(left.prefix(longest), right.prefix(longest))
        let tails = abs(max(0, left.count - longest) - max(0, right.count - longest))
        // Texts that differ behind what is compared are not the same.
        return min(1, Double(max(1, changes + tails)) / Double(length))
    }

    private static func count(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let kept = diagonal + (byte == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(kept, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
