import Testing

@testable import ClientEngine

@Suite("Values that were made last")
struct RecentValuesTests {
    /// A key whose trace identifies it.
    private struct Numbered: TracedKey {
        var trace: UInt
    }

    /// A key whose trace equals all others.
    private struct Lookalike: TracedKey {
        var name: Int
        var trace: UInt { 7 }
    }

    private final class Owned: Sendable {}

    @Test("a value is found until another one comes to its place")
    func kept() {
        let values = RecentValues<Numbered, UInt>(places: 4)
        for number: UInt in 0..<4 { values.insert(number, for: Numbered(trace: number)) }
        values.insert(5, for: Numbered(trace: 5))
        values.insert(6, for: Numbered(trace: 2))
        let found = (0..<6).map { values[Numbered(trace: $0)] }
        #expect(found == [0, nil, 6, 3, nil, 5])
    }

    @Test("keys that look alike are told apart")
    func lookalikes() {
        let values = RecentValues<Lookalike, Int>()
        values.insert(1, for: Lookalike(name: 1))
        #expect(values[Lookalike(name: 1)] == 1)
        #expect(values[Lookalike(name: 2)] == nil)
        values.insert(2, for: Lookalike(name: 2))
        #expect(values[Lookalike(name: 1)] == nil)
        #expect(values[Lookalike(name: 2)] == 2)
    }

    @Test("a value is let go of when another one comes to its place")
    func letGo() {
        let values = RecentValues<Lookalike, Owned>()
        weak var first: Owned?
        do {
            let owned = Owned()
            first = owned
            values.insert(owned, for: Lookalike(name: 1))
        }
        #expect(first != nil)
        values.insert(Owned(), for: Lookalike(name: 2))
        #expect(first == nil)
    }

    @Test("texts that differ in one byte, wherever it stands, look different")
    func traces() {
        let text = "http://127.0.0.1:8080/ping?a=b"
        for place in text.indices {
            var other = text
            other.replaceSubrange(place...place, with: "~")
            #expect(other.trace != text.trace)
        }
        #expect("".trace != "a".trace)
    }

    @Test("texts that differ in a number have places of their own, wherever it stands", arguments: 0..<8)
    func numbers(length: Int) {
        let start = String(repeating: "x", count: length) + "items/"
        let places = Set((0..<64).map { "\(start)\($0)".trace & 255 })
        #expect(places.count > 40)
    }
}
