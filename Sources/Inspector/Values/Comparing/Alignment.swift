/// Pairs the equal elements of two sequences in their common order.
///
/// Elements without a pair were removed or added.
///
/// Elements that occur exactly once in both sequences are anchors (patience diff). The parts between two anchors
/// are compared separately, by the shortest edit script (Myers, O(ND)) if it is short. This bounds the time: large
/// parts without common elements are not searched for the best match.
struct Alignment {
    /// The pairs of indices, ascending on both sides.
    private(set) var pairs: [(left: Int, right: Int)] = []
    private let left: [Int]
    private let right: [Int]

    /// The maximum number of edits in a shortest script.
    private static let mostEdits = 400
    private static let deepest = 40

    /// Aligns two sequences of numbers.
    ///
    /// Equal elements have equal numbers.
    init(_ left: [Int], _ right: [Int]) {
        self.left = left
        self.right = right
        align(0..<left.count, 0..<right.count, depth: 0)
    }

    private mutating func align(_ first: Range<Int>, _ second: Range<Int>, depth: Int) {
        var (first, second) = (first, second)
        while let a = first.first, let b = second.first, left[a] == right[b] {
            pairs.append((a, b))
            (first, second) = (a + 1..<first.upperBound, b + 1..<second.upperBound)
        }
        var tail: [(left: Int, right: Int)] = []
        while let a = first.last, let b = second.last, left[a] == right[b] {
            tail.append((a, b))
            (first, second) = (first.lowerBound..<a, second.lowerBound..<b)
        }
        defer { pairs += tail.reversed() }
        guard !first.isEmpty, !second.isEmpty else { return }
        let anchors = depth < Self.deepest ? self.anchors(first, second) : []
        guard !anchors.isEmpty else { return shortest(first, second) }
        var (a, b) = (first.lowerBound, second.lowerBound)
        for anchor in anchors {
            align(a..<anchor.left, b..<anchor.right, depth: depth + 1)
            pairs.append(anchor)
            (a, b) = (anchor.left + 1, anchor.right + 1)
        }
        align(a..<first.upperBound, b..<second.upperBound, depth: depth + 1)
    }

    /// Returns the elements that occur exactly once in both parts, limited to the longest run in the same order.
    private func anchors(_ first: Range<Int>, _ second: Range<Int>) -> [(left: Int, right: Int)] {
        var places: [Int: (left: Int, leftCount: Int, right: Int, rightCount: Int)] = [:]
        for index in first {
            places[left[index], default: (index, 0, 0, 0)].leftCount += 1
        }
        for index in second {
            guard places[right[index]] != nil else { continue }
            places[right[index]]?.right = index
            places[right[index]]?.rightCount += 1
        }
        let unique = places.values.filter { $0.leftCount == 1 && $0.rightCount == 1 }
            .map { (left: $0.left, right: $0.right) }.sorted { $0.left < $1.left }
        return Self.longestAscending(unique)
    }

    /// Returns the longest subsequence whose right indices ascend (patience sorting).
    private static func longestAscending(
        _ pairs: [(left: Int, right: Int)]
    ) -> [(left: Int, right: Int)] {
        var tops: [Int] = []
        var before = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].right < pair.right { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? tops[low - 1] : nil
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var chain: [(left: Int, right: Int)] = []
        var next = tops.last
        while let index = next {
            chain.append(pairs[index])
            next = before[index]
        }
        return chain.reversed()
    }

    /// Adds the pairs of the shortest edit script of two parts (Myers 1986).
    ///
    /// Adds none if the script has too many edits.
    private mutating func shortest(_ first: Range<Int>, _ second: Range<Int>) {
        let (n, m) = (first.count, second.count)
        let bound = min(n + m, Self.mostEdits)
        var ends = [Int](repeating: 0, count: 2 * bound + 3)
        let middle = bound + 1
        var trace: [[Int]] = []
        for edits in 0...bound {
            trace.append(Array(ends[(middle - edits - 1)...(middle + edits + 1)]))
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let isDown =
                    diagonal == -edits
                    || diagonal != edits && ends[middle + diagonal - 1] < ends[middle + diagonal + 1]
                var x = isDown ? ends[middle + diagonal + 1] : ends[middle + diagonal - 1] + 1
                while x < n, x - diagonal < m, x - diagonal >= 0,
                    left[first.lowerBound + x] == right[second.lowerBound + x - diagonal]
                {
                    x += 1
                }
                ends[middle + diagonal] = x
                guard x >= n, x - diagonal >= m else { continue }
                return keepUntouched(trace, from: first, second)
            }
        }
    }

    /// Follows a script back from its end and keeps the elements that it did not touch.
    private mutating func keepUntouched(_ trace: [[Int]], from first: Range<Int>, _ second: Range<Int>) {
        var (x, y) = (first.count, second.count)
        var found: [(left: Int, right: Int)] = []
        for edits in trace.indices.reversed() {
            let ends = trace[edits]
            let middle = edits + 1
            let diagonal = x - y
            let isDown =
                diagonal == -edits
                || diagonal != edits && ends[middle + diagonal - 1] < ends[middle + diagonal + 1]
            let from = isDown ? diagonal + 1 : diagonal - 1
            let start = edits == 0 ? 0 : ends[middle + from]
            let end = edits == 0 ? 0 : start - from
            while x > start, y > end, x > 0, y > 0,
                left[first.lowerBound + x - 1] == right[second.lowerBound + y - 1]
            {
                found.append((first.lowerBound + x - 1, second.lowerBound + y - 1))
                (x, y) = (x - 1, y - 1)
            }
            (x, y) = (start, end)
        }
        pairs += found.reversed()
    }
}

/// Assigns numbers to values.
///
/// Equal values get equal numbers.
struct Numbering<Value: Hashable> {
    private var numbers: [Value: Int] = [:]

    /// Reserves space for `capacity` values, because a growing table hashes all values again.
    init(capacity: Int) { numbers.reserveCapacity(capacity) }

    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = numbers.count
        return numbers.count - 1
    }
}
