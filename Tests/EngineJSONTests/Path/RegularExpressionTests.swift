import EngineJSON
import EngineJSONPath
import Testing

/// The expressions of RFC 9485, tested through `match` and `search`.
@Suite struct RegularExpressionTests {
    private static func holds(_ function: String, _ text: String, _ expression: String) throws -> Bool {
        let document: JSONValue = [.object(["text": .string(text), "expression": .string(expression)])]
        let path = try JSONPath("$[?\(function)(@.text, @.expression)]")
        return try !path.nodes(in: document).isEmpty
    }

    @Test(
        "an expression matches whole texts",
        arguments: [
            ("", ""), ("abc", "abc"), ("b", "a|b|c"), ("", "a|"), ("aaa", "a*"), ("", "a*"), ("a", "a+"),
            ("aaa", "a{3}"), ("aa", "a{1,2}"), ("aaaa", "a{2,}"), ("abab", "(ab)+"), ("", "(a*)*"),
            ("a-b", "a[-]b"), ("x-", "[x-]+"), ("-x", "[-x]+"), ("é", "[^a-z]"), ("q", "[a-pq-z]"),
            ("Ä", "\\p{Lu}"), ("ä", "\\p{L}"), ("ä", "\\P{Lu}"), ("7", "\\p{N}"), ("a.b", "a\\.b"),
            ("a]", "[a\\]]+"),
            ("😀", "."), ("\u{2028}", "."), ("\t", "\\t"), ("a1_", "\\w+"), ("42", "\\d\\d"), ("a", "^a$"),
            ("a^", "a\\^"), ("x", "[\\p{Lu}x]"), ("[", "\\["),
        ])
    func matches(text: String, expression: String) throws {
        #expect(try Self.holds("match", text, expression))
    }

    @Test(
        "and no others",
        arguments: [
            ("a", ""), ("ab", "a"), ("aa", "a{3}"), ("aaa", "a{1,2}"), ("\n", "."), ("\r", "."),
            ("a", "[^a]"),
            ("A", "\\p{Ll}"), ("e\u{301}", "é"), ("^", "^"),
        ])
    func differs(text: String, expression: String) throws {
        #expect(try !Self.holds("match", text, expression))
    }

    @Test("search looks anywhere, and anchors hold it to the ends")
    func searches() throws {
        #expect(try Self.holds("search", "a needle in hay", "needle"))
        #expect(try Self.holds("search", "abc", "bc$"))
        #expect(try Self.holds("search", "abc", "^ab"))
        #expect(try !Self.holds("search", "abc", "^b"))
        #expect(try !Self.holds("search", "abc", "b$"))
        #expect(try Self.holds("search", "", ""))
    }

    @Test(
        "what is no expression matches nothing",
        arguments: [
            "(", ")", "a)", "[", "[]", "[^]", "*", "a**", "a{", "a{2", "a{2,1}", "a{x}", "\\", "\\q", "[z-a]",
            "]",
            "}", "\\p", "\\p{", "\\p{Xx}", "\\p{}", "(?i)a", "a{1001}", "[a-c-e]", "[[a]]",
        ])
    func refused(expression: String) throws {
        #expect(try !Self.holds("search", "aA(){}[]*^\\pqz", expression))
    }

    @Test(
        "the case of letters is ignored where that was asked for, and only that of ASCII",
        arguments: [
            ("aB", "Ab", true), ("K", "[a-z]", true), ("k", "[I-L]", true), ("É", "é", false),
            ("[", "[A-z]", true),
            ("{", "[A-Z]", false),
        ])
    func ignoresCase(text: String, expression: String, agrees: Bool) throws {
        let path = try JSONPath("$[?(@ =~ /\(expression)/i)]", dialect: .jayway)
        #expect(try path.nodes(in: [.string(text)]).isEmpty != agrees)
    }

    @Test(
        "expressions that would grow without end are none",
        arguments: [
            "(((a{100}){100}){100}){100}", "((((a?){1000}){1000}){1000}){1000}",
            String(repeating: "(", count: 10_000),
        ])
    func growth(expression: String) throws {
        #expect(try !Self.holds("match", String(repeating: "a", count: 200) + "c", expression))
    }

    @Test(
        "expressions that backtrack without end take too many steps",
        arguments: ["(a*)*cc", "(a|a)*cc", String(repeating: "a?", count: 300) + "cc"])
    func backtracking(expression: String) throws {
        let path = try JSONPath("$[?match(@.text, @.expression)]")
        let text = String(repeating: "a", count: 200) + "c"
        let error = #expect(throws: JSONPathError.self) {
            try path.nodes(
                in: [["text": .string(text), "expression": .string(expression)]], stepLimit: 100_000)
        }
        #expect(error?.kind == .limit)
    }
}
