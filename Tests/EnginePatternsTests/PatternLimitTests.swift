import EnginePatterns
import Testing

@Suite(.timeLimit(.minutes(1))) struct PatternLimitTests {
    @Test(
        "a pattern that explodes ends with an error",
        arguments: [
            ("(a+)+$", 40), ("(a|aa)+$", 60), ("(a*)*[bc]", 40), ("(.*)*[xy]", 40),
            ("^(([a-z])+.)+[A-Z]$", 60),
            (#"(?:a?){40}a{40}$"#, 39), ("a*(?R)?a*(?R)*[bc]", 40), (#"(a*)(a*)(a*)(a*)(a*)\1[bc]"#, 400),
        ])
    func explosions(source: String, length: Int) throws {
        let pattern = try Pattern(source)
        let text = String(repeating: "a", count: length) + "!"
        #expect(throws: PatternError.limit) { try pattern.firstMatch(in: text) }
        #expect(throws: PatternError.limit) { try pattern.matches(whole: text) }
    }

    @Test(
        "work that is merely quadratic ends too on a long text",
        arguments: ["a*[bc]", "a*a*[bc]", "a.*?[bc]", "(?s:.)*[bc]", "(a|c)*[bc]"])
    func quadraticWork(source: String) throws {
        let text = String(repeating: "a", count: 1 << 20)
        #expect(throws: PatternError.limit) { try Pattern(source).firstMatch(in: text + "!") }
    }

    @Test(
        "a long text alone is no reason to give up", arguments: ["needle", "[n]eedle", "n.e+dle", ".*needle"])
    func longTexts(source: String) throws {
        let line = String(repeating: "hay ", count: 20) + "\n"
        let text = String(repeating: line, count: 1 << 16) + "needle"
        let match = try Pattern(source).firstMatch(in: text)
        #expect(match == (text.utf8.count - 6)..<text.utf8.count)
    }

    @Test("the number of steps can be set")
    func stepLimit() throws {
        let text = String(repeating: "a", count: 18)
        #expect(throws: PatternError.limit) {
            try Pattern("(a+)+[bc]", stepLimit: 10).firstMatch(in: text)
        }
        #expect(try Pattern("(a+)+!", stepLimit: 1_000_000_000).firstMatch(in: text) == nil)
        #expect(try Pattern("a+", stepLimit: -1).matches(whole: text))
    }
}
