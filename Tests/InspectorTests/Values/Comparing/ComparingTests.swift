import ClientEngine
import InspectorTestSupport
import Testing

@testable import InspectorValues

@Suite("Comparing texts and JSON", .ownThread, .timeLimit(.minutes(2)))
struct ComparingTests {
    /// Checks that the pairs are equal elements in ascending order, and at least `count`.
    private func check(_ left: [Int], _ right: [Int], atLeast count: Int = 0) {
        let pairs = Alignment(left, right).pairs
        #expect(pairs.allSatisfy { left[$0.left] == right[$0.right] })
        for (one, next) in zip(pairs, pairs.dropFirst()) {
            #expect(one.left < next.left && one.right < next.right)
        }
        #expect(pairs.count >= count, "\(left) \(right)")
    }

    /// Returns the length of the longest common subsequence, by the standard algorithm.
    private func longest(_ left: [Int], _ right: [Int]) -> Int {
        var row = [Int](repeating: 0, count: right.count + 1)
        for a in left {
            var corner = 0
            for (index, b) in right.enumerated() {
                let above = row[index + 1]
                row[index + 1] = a == b ? corner + 1 : max(above, row[index])
                corner = above
            }
        }
        return row[right.count]
    }

    @Test("an alignment ascends on both sides, and of repeated elements it is the longest")
    func alignment() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<400 {
            // If each element occurs twice on one side, there are no anchors, and the shortest script is found.
            let left = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
                [Int](repeating: Int.random(in: 0...3, using: &random), count: 2)
            }
            let right = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                Int.random(in: 0...4, using: &random)
            }
            check(left, right, atLeast: longest(left, right))
            let wide = (0..<30).map { _ in Int.random(in: 0...40, using: &random) }
            check(wide, wide.shuffled(using: &random), atLeast: 1)
        }
        check([], [1])
        check([1], [])
        check(Array(0..<5_000), Array(0..<5_000), atLeast: 5_000)
        check(Array(0..<5_000), Array(5_000..<10_000))
    }

    @Test("lines are kept, removed and added, with what is around them")
    func lines() {
        let left = "a\nb\nc\nd\ne\nf\ng\nh\ni\n"
        let right = "a\nb\nc\nd\nE\nf\ng\nh\ni\nj"
        let comparison = TextComparison(left, right)
        #expect(comparison.lines.filter { $0.kind == .removed }.map(\.text) == ["e"])
        #expect(comparison.lines.filter { $0.kind == .added }.map(\.text) == ["E", "j"])
        let shown = comparison.lines.changes(around: 1).map { line in
            if case .gap(let count) = line.kind { "\(count)" } else { line.text }
        }
        #expect(shown == ["3", "d", "e", "E", "f", "2", "i", "j"])
        #expect(
            TextComparison("a\r\nb", "a\nb\n").lines == [ComparedLine(.same, "a"), ComparedLine(.same, "b")])
        #expect(TextComparison("", "").lines == [])
        #expect(TextComparison("a", "a").lines.changes(around: 3).isEmpty)
    }

    private func changes(_ left: String, _ right: String) throws -> [String] {
        try JSONComparison(
            JSONValue(parsing: left), JSONValue(parsing: right)
        ).changes.map { change in
            switch change.kind {
            case .removed(let value): "- \(change.path) \(value)"
            case .added(let value): "+ \(change.path) \(value)"
            case .changed(let from, let to): "~ \(change.path) \(from) \(to)"
            case .moved(let from, let to): "> \(change.path) \(from) \(to)"
            case .same(let value): "= \(change.path) \(value)"
            }
        }
    }

    @Test("JSON is compared by its structure: keys in any order, and items that have moved")
    func json() throws {
        #expect(try changes(#"{"a":1,"b":[1,2]}"#, #"{"b":[1,2],"a":1.0}"#) == [])
        #expect(try changes(#"{"a":1,"b":{"c":2,"d":3}}"#, #"{"b":{"d":3,"c":2},"a":1}"#) == [])
        #expect(
            try changes(#"{"a":1,"b c":2}"#, #"{"a":2,"d":3}"#) == ["~ $.a 1 2", "- $['b c'] 2", "+ $.d 3"])
        #expect(
            try changes(#"[{"id":1},{"id":2},{"id":3}]"#, #"[{"id":3},{"id":1},{"id":2}]"#)
                == ["> $[0] 2 0"])
        #expect(
            try changes(#"{"x":[{"id":1,"n":"a"},{"id":2}]}"#, #"{"x":[{"n":"b","id":1},{"id":2},5]}"#)
                == [#"~ $.x[0].n "a" "b""#, "+ $.x[2] 5"])
        #expect(try changes("[1,2,3]", "[]") == ["- $[0] 1", "- $[1] 2", "- $[2] 3"])
        #expect(try changes("1", #""1""#) == [#"~ $ 1 "1""#])
    }

    @Test("large bodies are compared in a time that grows with their size alone")
    func large() throws {
        // As large as a debug build parses quickly. No item keeps its position.
        var random = SeededRandom(seed: 3)
        let items = (0..<4_000).map {
            JSONValue.object(["id": .number(JSONNumber($0)), "name": "item \($0)"])
        }
        let comparison = JSONComparison(.array(items), .array(items.shuffled(using: &random)))
        #expect(
            comparison.changes.allSatisfy { change in
                if case .moved = change.kind { true } else { false }
            })
        let text = (0..<20_000).map { "line \($0)\n" }.joined()
        let other = (0..<20_000).map { "other \($0)\n" }.joined()
        #expect(TextComparison(text, other).lines.count == 40_000)
    }
}
