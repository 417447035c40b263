import ClientEngine
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
