extension Collection where Element: Equatable {
    /// Returns the number of elements that must be changed, added or removed to make this the other (Levenshtein's
    /// distance).
    package func editDistance(to other: some Collection<Element>) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (line, element) in enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let kept = diagonal + (element == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(kept, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
