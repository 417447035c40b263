/// Suggestions for a misspelled name: the known names that are most similar to it.
public struct SimilarNames {
    /// The number of known names that are compared.
    ///
    /// Further names, which may come from a file, are ignored.
    public static let mostCandidates = 2000
    private static let longest = 64

    /// At most three names, the most similar one first.
    public let names: [String]

    /// Picks at most three known names that contain the misspelled name or differ from it in few letters, ignoring
    /// case.
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

    /// The question whether one of the names was meant, or `nil` if there are no names.
    public var sentence: String? { Self.question(names) }

    /// Returns the question whether one of `names` was meant, or `nil` if `names` is empty.
    public static func question(_ names: [String]) -> String? {
        names.isEmpty ? nil : "did you mean \(names.map { "“\($0)”" }.joined(separator: " or "))?"
    }
}

extension Collection where Element: Equatable {
    /// Returns the number of edits that turn this collection into `other`.
    ///
    /// An edit changes, adds or removes an element, or swaps two neighbours (the restricted Damerau–Levenshtein
    /// distance).
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
