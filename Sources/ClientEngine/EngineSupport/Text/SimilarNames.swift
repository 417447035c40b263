/// The known names that a wrong one was perhaps meant to be, the nearest first.
public struct SimilarNames {
    /// Of more names, which may come from a file, the first ones are looked at.
    public static let mostCandidates = 2000
    private static let longest = 64

    /// At most three names, the nearest first.
    public let names: [String]

    /// Picks at most three names that are few changes away, or contain the wrong one; case does not matter.
    public init(to wrong: String, among known: some Sequence<String>) {
        let wanted = wrong.lowercased()
        let most = max(1, wanted.utf8.count / 3)
        var near: [(distance: Int, name: String)] = []
        for name in known.prefix(Self.mostCandidates) where name != wrong && name.utf8.count <= Self.longest {
            let longer = name.utf8.count - wanted.utf8.count
            if longer > 0, wanted.utf8.count > 1, name.lowercased().contains(wanted) {
                near.append((1, name))
            } else if abs(longer) <= most {
                let distance = wanted.utf8.editDistance(to: name.lowercased().utf8)
                if distance <= most { near.append((distance, name)) }
            }
        }
        names = near.sorted { $0 < $1 }.prefix(3).map(\.name)
    }

    /// The question whether one of the names was meant; `nil` without names.
    public var sentence: String? { Self.question(names) }

    /// Asks whether one of the names was meant; nil where there is none.
    public static func question(_ names: [String]) -> String? {
        names.isEmpty ? nil : "did you mean \(names.map { "“\($0)”" }.joined(separator: " or "))?"
    }
}

extension Collection where Element: Equatable {
    /// Returns the number of elements that must be changed, added, removed or swapped with the next one to make this the
    /// other (the restricted distance of Damerau and Levenshtein).
    public func editDistance(to other: some Collection<Element>) -> Int {
        let (one, other) = (Array(self), Array(other))
        var above: [Int] = []
        var row = Array(0...other.count)
        for line in one.indices {
            var next = [line + 1]
            next.reserveCapacity(row.count)
            for column in other.indices {
                let isSame = one[line] == other[column]
                var distance = Swift.min(
                    row[column] + (isSame ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if line > 0, column > 0, one[line] == other[column - 1], one[line - 1] == other[column] {
                    distance = Swift.min(distance, above[column - 1] + 1)
                }
                next.append(distance)
            }
            (above, row) = (row, next)
        }
        return row[other.count]
    }
}
