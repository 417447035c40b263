import ClientEngine
import EnginePatterns
import FoundationEssentials
import Testing

@testable import InspectorTaskFilter

@Suite("Queries")
struct TaskQueryTests {
    @Test("Texts stand beside the words of the filter, and hold blanks in quotation marks")
    func texts() throws {
        let query = try TaskQuery(#"status:5xx body:"not found" HEADER:x-trace orders"#)
        #expect(query.texts.map(\.text) == ["not found", "x-trace"])
        #expect(query.texts.map(\.part) == [.body, .header])
        #expect(query.filter.root == (try Filter("status:5xx orders")).root)
        #expect(try TaskQuery("").isEmpty)
        #expect(try !TaskQuery("body:x").isEmpty)
        #expect(try TaskQuery("status:200").texts.isEmpty)
    }

    @Test("slow: asks for as slow as is usual to say, or for so many times")
    func slow() throws {
        var asked: [Double?] = []
        for text in ["slow:", "slow:3", "SLOW:2.5 | x", "-slow:"] {
            let filter = try Filter(text)
            #expect(filter.asksForSlowness)
            var budget = StepBudget()
            let origin = TaskOrigin(request: Request(url: "http://h/"), date: .distantPast)
            let record = TaskRecord(id: 1, origin: origin, created: Instant(nanoseconds: 0))
            let isMatch = filter.matches(record, now: record.created, within: &budget) { times in
                asked.append(times)
                return true
            }
            #expect(isMatch == (text != "-slow:"))
        }
        #expect(asked == [nil, 3, 2.5, nil])
        #expect(try !Filter("is:failed").asksForSlowness)
        #expect(throws: FilterError("“x” is not a number of times; try 2 or 3.5.", at: 5)) {
            try Filter("slow:x")
        }
        #expect(throws: FilterError("“0.5” is not a number of times; try 2 or 3.5.", at: 5)) {
            try Filter("slow:0.5")
        }
    }

    @Test("A mistake is told with its place in the whole text")
    func mistakes() {
        #expect(throws: FilterError("“20x” is not a number; try 404, 4xx or >=400.", at: 14)) {
            try TaskQuery("body:x status:20x")
        }
        #expect(throws: FilterError("The value of “body” is missing; try body:refused.", at: 7)) {
            try TaskQuery("x body:")
        }
        #expect(throws: FilterError("“body:” is looked for in lists alone, outside of parentheses.", at: 1)) {
            try TaskQuery("(body:x | a)")
        }
        #expect(throws: FilterError("“body:” is looked for in lists alone, outside of parentheses.", at: 0)) {
            try Filter("body:x")
        }
    }
}
