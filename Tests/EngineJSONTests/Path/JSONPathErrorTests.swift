import EngineJSON
import EngineJSONPath
import InspectorTestSupport
import Testing

@Suite struct JSONPathErrorTests {
    @Test(
        "what is not in the grammar is refused at its column",
        arguments: [
            ("", 1), ("a", 1), (" $", 1), ("$ ", 2), ("$.", 3), ("$..", 4), ("$. a", 3), ("$.1", 3),
            ("$[", 3),
            ("$[]", 3), ("$[a]", 3), ("$[0", 4), ("$[0 1]", 5), ("$[0,]", 5), ("$[01]", 3), ("$[-0]", 3),
            ("$[9007199254740992]", 3), ("$[1:2:3:4]", 8), ("$['a]", 6), (#"$['\x']"#, 5), ("$['a\tb']", 5),
            (#"$['\ud800']"#, 10), (#"$['\udc00']"#, 6), ("$é[", 2), ("$.é[", 5), ("$[?]", 4),
            ("$[?@.a == ]", 11),
            ("$[?@.a = 1]", 8), ("$[?(@.a]", 8), ("$[?@.a == 01]", 11), ("$[?@.a == True]", 11),
            ("$[?@.a == yes]", 11), ("$[?sum(@.a) == 1]", 4), ("$[?count (@.a) == 1]", 4),
            ("$[?!@.a == 1]", 9), ("$.a.length()", 11),
        ])
    func syntax(path: String, column: Int) {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(path) }
        #expect(error?.kind == .syntax)
        #expect(error?.column == column, "\(path): \(String(describing: error))")
    }

    @Test(
        "arguments and comparisons of the wrong type are refused before anything is looked for",
        arguments: [
            ("$[?1]", 4), ("$[?'a']", 4), ("$[?true]", 4), ("$[?@.* == 1]", 4), ("$[?1 == @..a]", 9),
            ("$[?length(@.a)]", 4), ("$[?count(1) == 1]", 10), ("$[?length(@.*) == 1]", 11),
            ("$[?match(@.a, 'a') == true]", 4), ("$[?match(@.a)]", 4), ("$[?count() == 1]", 4),
            ("$[?length(match(@.a, 'b')) == 1]", 11),
        ])
    func types(path: String, column: Int) {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(path) }
        #expect(error?.kind == .type)
        #expect(error?.column == column, "\(path): \(String(describing: error))")
    }

    @Test("an error says what was expected, what was found, and where")
    func sentences() {
        let error = #expect(throws: JSONPathError.self) { try JSONPath("$.a[?@.b = 1]") }
        #expect(error?.description == "Expected “,” or “]” and found “=”, at column 10 of the path.")
    }

    @Test("paths nested or written without end are refused")
    func longPaths() {
        let deep = "$[?" + String(repeating: "(", count: 100_000)
        let filters = String(repeating: "$[?@", count: 100)
        let long = "$" + String(repeating: ".a", count: 100_000)
        for path in [deep, filters, long, "$[?" + String(repeating: "length(", count: 5_000)] {
            let error = #expect(throws: JSONPathError.self) { try JSONPath(path) }
            #expect(error?.kind == .limit || error?.kind == .syntax)
        }
    }

    @Test(
        "a search that would not end is given up",
        arguments: [
            "$..*..*..*..*..*", "$[?@..[?@..[?@..a]]]", "$..[?count(@..*) == count($..*)]", "$..[?@ == $[0]]",
            "$" + String(repeating: "[*,*]", count: 40),
        ])
    func givenUp(path: String) throws {
        var value: JSONValue = .array([1, 2, 3])
        for _ in 0..<6 { value = .array([value, value, value]) }
        let error = #expect(throws: JSONPathError.self) {
            try JSONPath(path).nodes(in: value, stepLimit: 20_000)
        }
        #expect(error?.kind == .limit)
        #expect(error?.column == nil)
    }

    @Test("random texts are read or refused, and never more than that")
    func randomTexts() {
        var random = SeededRandom(seed: 9535)
        let pieces = [
            "$", ".", "..", "[", "]", "?", "@", "*", "'a'", "\"b\"", "0", "-1", ":", ",", "(", ")", "==", "<",
            "&&", "||", "!", "length(", "match(", "é", "\\", " ", "true", "1e2", "a", "'(a|b)*'",
        ]
        let document: JSONValue = ["a": [1, "b", ["b": nil]], "b": ["a": "ab"]]
        var readable = 0
        for _ in 0..<20_000 {
            let count = Int(random.next() % 12)
            let text =
                "$" + (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            guard let path = try? JSONPath(text) else { continue }
            readable += 1
            #expect(throws: Never.self) { try path.nodes(in: document) }
        }
        #expect(readable > 100)
    }

    @Test("searches that share their steps end together")
    func sharedSteps() throws {
        let value = JSONValue.array((0..<100).map { .number(JSONNumber($0)) })
        let path = try JSONPath("$[*]")
        var stepsLeft = 250
        #expect(try path.values(in: value, stepsLeft: &stepsLeft).count == 100)
        #expect(stepsLeft == 149)
        _ = try path.values(in: value, stepsLeft: &stepsLeft)
        let error = #expect(throws: JSONPathError.self) { try path.values(in: value, stepsLeft: &stepsLeft) }
        #expect(error?.kind == .limit)
        #expect(stepsLeft == 0)
    }
}
