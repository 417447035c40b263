package struct SimilarNames {
    package let names: [String]

    /// Picks at most three names that are few changes away, or contain the wrong one without regard to case.
    package init(to wrong: String, among known: [String]) {
        let lowered = wrong.lowercased()
        let rated = known.map { name in
            let distance = lowered.editDistance(to: name.lowercased())
            let isPart = !lowered.isEmpty && name.lowercased().contains(lowered)
            return (name: name, distance: isPart ? min(distance, 1) : distance)
        }
        let near = rated.filter { $0.distance <= max(2, wrong.count / 3) }
        names = near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    package var sentence: String? {
        names.isEmpty ? nil : "did you mean \(names.map { "“\($0)”" }.joined(separator: " or "))?"
    }
}

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
