import Testing

@testable import ClientEngine

@Suite("A table of what belongs to tasks")
struct NumberTableTests {
    @Test("holds what a dictionary holds, whatever comes and goes", arguments: 0..<20)
    func likeDictionary(seed: UInt64) {
        var chance = Dice(seed)
        var (table, dictionary) = (NumberTable<Int>(), [Int: Int]())
        for step in 1...2_000 {
            // Few numbers, or many, or such that all want the same place.
            let id = 1 + Int(chance.next() % 40) * [1, 16, 1_024][Int(seed % 3)]
            switch chance.next() % 3 {
            case 0:
                #expect(table.removeValue(for: id) == dictionary.removeValue(forKey: id))
            default:
                table[id] = step
                dictionary[id] = step
            }
            #expect(table[id] == dictionary[id])
            #expect(table.count == dictionary.count)
        }
        #expect(table.values.sorted() == dictionary.values.sorted())
        #expect(dictionary.allSatisfy { table[$0] == $1 })
    }
}

private struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state >> 33
    }
}
