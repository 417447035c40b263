import Testing

@testable import ClientEngine

@Suite("Values that were made last")
struct RecentValuesTests {
    /// A key that looks like all others.
    private struct Lookalike: TracedKey {
        var name: Int
        var trace: UInt { 7 }
    }

    @Test("a value is found until so many others have come; a newer one takes its place")
    func kept() {
        let values = RecentValues<String, Int>(capacity: 4)
        for number in 0..<4 { values.insert(number, for: "key \(number)") }
        for number in 0..<4 { #expect(values["key \(number)"] == number) }
        #expect(values["key 4"] == nil)
        values.insert(4, for: "key 4")
        #expect(values["key 4"] == 4)
        #expect(values["key 0"] == nil)
        values.insert(5, for: "key 4")
        #expect(values["key 4"] == 5)
    }

    @Test("keys that look alike are told apart")
    func lookalikes() {
        let values = RecentValues<Lookalike, Int>(capacity: 3)
        for number in 0..<3 { values.insert(number, for: Lookalike(name: number)) }
        for number in 0..<3 { #expect(values[Lookalike(name: number)] == number) }
        #expect(values[Lookalike(name: 3)] == nil)
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
}
