extension String {
    /// How many letters must be added, dropped or changed to make this text the other one (Levenshtein).
    func editDistance(to other: String) -> Int {
        let letters = Array(other)
        var previous = Array(0...letters.count)
        for (row, letter) in enumerated() {
            var current = [row + 1]
            for (column, candidate) in letters.enumerated() {
                let change = previous[column] + (letter == candidate ? 0 : 1)
                current.append(Swift.min(change, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[letters.count]
    }
}
