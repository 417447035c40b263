import EngineJSON
import Testing

@Suite struct JSONErrorTests {
    private static let sample =
        "\u{FEFF}"
        + #" {"na\"me": ["é€😀", "\ud83d\ude00\n", -12.5e+3, true, false, null, {}, []], "b": {"c": 0}} "#

    @Test("a text cut anywhere is truncated, not wrong")
    func truncation() throws {
        let bytes = Array(Self.sample.utf8)
        #expect(throws: Never.self) { try JSONValue(parsing: bytes) }
        for length in 0..<(bytes.count - 1) {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes[..<length]) }
            #expect(error?.kind == .truncated, "cut at \(length)")
            #expect(error?.offset == length)
            #expect(error?.found == nil)
        }
    }

    @Test("a number cut between its digits is a shorter number", arguments: ["-12.5e+3", "1234", "0.25"])
    func truncatedNumbers(text: String) {
        for length in 1..<text.utf8.count {
            let cut = String(text.prefix(length))
            guard let last = cut.last, !last.isNumber else {
                #expect(throws: Never.self) { try JSONValue(parsing: cut) }
                continue
            }
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: cut) }
            #expect(error?.kind == .truncated)
        }
    }

    @Test(
        "a place is a line and a column of scalars",
        arguments: [
            ("", 1, 1), ("[1,\n  x]", 2, 3), ("[1,\r\n\r\nx", 3, 1), ("[\"é😀\" x", 1, 7), ("[\n", 2, 1),
            ("{\"a\":\n\n 1", 3, 3),
        ])
    func places(text: String, line: Int, column: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(
        "an error is a sentence",
        arguments: [
            ("", "The JSON ends too early: expected a value at line 1, column 1."),
            ("[1", "The JSON ends too early: expected “,” or “]” at line 1, column 3."),
            ("[1,\n x", "Expected a value at line 2, column 2, but found “x”."),
            ("[x", "Expected a value or “]” at line 1, column 2, but found “x”."),
            ("tru\n", "Expected “true” at line 1, column 4, but found the byte 0x0A."),
            ("{}{", "Expected the end of the text at line 1, column 3, but found “{”."),
            (
                "\"a\tb",
                "Expected control characters to be escaped at line 1, column 3, but found the byte 0x09."
            ),
            (
                String(repeating: "[", count: 600),
                "The JSON is nested too deeply: expected at most 512 arrays and objects inside each other"
                    + " at line 1, column 513."
            ),
        ])
    func sentences(text: String, sentence: String) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.description == sentence)
    }
}
