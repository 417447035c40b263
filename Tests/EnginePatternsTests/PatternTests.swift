import EnginePatterns
import Testing

@Suite struct PatternTests {
    @Test(
        "a match is found where it starts, in UTF-8 offsets",
        arguments: [
            ("b+", [], "abbc", 1..<3), ("x", [], "abc", nil), ("", [], "abc", 0..<0), ("", [], "", 0..<0),
            ("é", [], "café!", 3..<5), (".$", [], "a😀", 1..<5), ("É", .caseInsensitive, "é", 0..<2),
            ("É", [], "é", nil), ("a.c", [], "a\nc", nil), ("a.c", .dotMatchesLineBreaks, "a\nc", 0..<3),
            ("^b", [], "a\nb", nil), ("^b", .anchorsMatchLines, "a\nb", 2..<3), (#"\x00"#, [], "a\0b", 1..<2),
            ("(?i)A", [], "a", 0..<1), ("(?<=a)b", [], "ab", 1..<2), (#"(\d)\1"#, [], "1233", 2..<4),
            (#"\p{Greek}"#, [], "aλ", 1..<3), ("a(?C1)b", [], "ab", 0..<2),
        ] as [(String, Pattern.Options, String, Range<Int>?)])
    func firstMatch(source: String, options: Pattern.Options, text: String, expected: Range<Int>?) throws {
        let pattern = try Pattern(source, options: options)
        #expect(try pattern.firstMatch(in: text) == expected)
        #expect(try pattern.contains(in: text) == (expected != nil))
    }

    @Test(
        "the whole text has to match, whatever alternative comes first",
        arguments: [
            ("a|ab", "ab", true), ("a", "ab", false), ("b", "ab", false), ("a*", "", true), ("", "", true),
            ("", "a", false), ("a$", "a\n", false), ("/users/[0-9]+", "/users/17", true), (".*", "é😀", true),
            ("a+?", "aaa", true), (".*", "a\nb", false),
        ])
    func matchesWhole(source: String, text: String, expected: Bool) throws {
        #expect(try Pattern(source).matches(whole: text) == expected)
    }

    @Test(
        "a wrong pattern is refused with a reason and a place",
        arguments: [
            ("(a", 2), ("a)", 1), ("[a", 2), ("*", 0), ("é(", 3), (#"\C"#, 2), ("a{2,1}", 5), ("(?P<n", 5),
        ])
    func refusesPatterns(source: String, offset: Int) {
        let error = #expect(throws: PatternError.self) { try Pattern(source) }
        guard case .invalid(let message, let found) = error else {
            Issue.record("no reason given")
            return
        }
        #expect(!message.isEmpty)
        // For some patterns, newer versions of PCRE2 report the position after the character.
        #expect([offset, offset + 1].contains(found), "\(found)")
    }

    @Test("a pattern that is far too long or too large is refused")
    func refusesHugePatterns() {
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "a", count: 70_000)) }
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "(", count: 10_000)) }
        #expect(throws: PatternError.self) { try Pattern("(?:(?:(?:a{999}){999}){999}){999}") }
    }

    @Test("a wrong pattern and an exhausted match are sentences")
    func sentences() {
        #expect(
            PatternError.invalid(message: "missing closing parenthesis", offset: 2).description
                == "The regular expression is wrong at offset 2: missing closing parenthesis.")
        #expect(PatternError.limit.description == "The regular expression takes too long on this text.")
    }

    @Test("patterns are equal if they were made from the same text in the same way")
    func equality() throws {
        #expect(try Pattern("a") == Pattern("a"))
        #expect(try Pattern("a") != Pattern("b"))
        #expect(try Pattern("a") != Pattern("a", options: .caseInsensitive))
        #expect(try Set([Pattern("a"), Pattern("a"), Pattern("b")]).count == 2)
    }

    @Test("one pattern serves many tasks at once")
    func sharing() async throws {
        let pattern = try Pattern(#"(\w+)@(\w+)\.org"#)
        let found = await withTaskGroup(of: Range<Int>?.self) { group in
            for index in 0..<200 {
                let text = String(repeating: " ", count: index) + "ada@example.org"
                group.addTask { (try? pattern.firstMatch(in: text)).flatMap { $0 } }
            }
            return await group.reduce(into: Set<Int>()) { starts, range in
                if let range, range.count == 15 { starts.insert(range.lowerBound) }
            }
        }
        #expect(found == Set(0..<200))
    }
}
