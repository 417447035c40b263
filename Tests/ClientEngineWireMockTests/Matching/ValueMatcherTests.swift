import EngineJSON
import Foundation
import Testing

@testable import ClientEngine
@testable import ClientEngineWireMock
@testable import EngineMocks

@Suite("What matchers accept")
struct ValueMatcherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var matcher: ValueMatcher
        var accepted: [String?]
        var refused: [String?]
        var testDescription: String { "\(matcher)" }

        init(_ matcher: ValueMatcher, accepts accepted: [String?], refuses refused: [String?]) {
            self.matcher = matcher
            self.accepted = accepted
            self.refused = refused
        }
    }

    /// 2026-11-20T20:34:12Z.
    private let now = Date(timeIntervalSince1970: 1_795_206_852)

    private func check(_ example: Case) throws {
        let compiled = try CompiledMatcher(example.matcher)
        for text in example.accepted {
            var value = text.map { MatchedValue($0) }
            #expect(compiled.accepts(&value, at: now), "\(text ?? "nothing")")
            #expect(compiled.distance(to: &value, at: now) == 0)
        }
        for text in example.refused {
            var value = text.map { MatchedValue($0) }
            #expect(!compiled.accepts(&value, at: now), "\(text ?? "nothing")")
            #expect(compiled.distance(to: &value, at: now) > 0)
        }
    }

    @Test(
        "texts",
        arguments: [
            Case(.equalTo("a"), accepts: ["a"], refuses: ["A", "", "ab", nil]),
            Case(.equalTo("Äb", ignoringCase: true), accepts: ["äB", "Äb"], refuses: ["ab", nil]),
            Case(.contains("b"), accepts: ["abc", "b"], refuses: ["B", "", nil]),
            Case(.contains(""), accepts: ["", "x"], refuses: [nil]),
            Case(.doesNotContain("b"), accepts: ["ac", "", nil], refuses: ["abc"]),
            Case(.matches("a.c"), accepts: ["abc", "a\nc"], refuses: ["xabc", "abcx", nil]),
            Case(.doesNotMatch("a.c"), accepts: ["xabc", "", nil], refuses: ["abc"]),
            Case(.absent, accepts: [nil], refuses: ["", "a"]),
            Case(.anything, accepts: [nil, "", "a"], refuses: []),
            Case(.binaryEqualTo([0x61, 0x62]), accepts: ["ab"], refuses: ["a", nil]),
            Case(.pathTemplate("/a/{id}"), accepts: ["/a/1", "/a/1?x"], refuses: ["/a", "/b/1", nil]),
        ])
    func texts(example: Case) throws { try check(example) }

    @Test(
        "what is made of others",
        arguments: [
            Case(.and([.contains("a"), .contains("b")]), accepts: ["ab", "ba"], refuses: ["a", "b", nil]),
            Case(.or([.equalTo("a"), .absent]), accepts: ["a", nil], refuses: ["b"]),
            Case(.not(.contains("a")), accepts: ["b", nil], refuses: ["a"]),
            Case(
                .not(.and([.matches("[0-9]+"), .not(.equalTo("7"))])), accepts: ["7", "x"], refuses: ["8"]),
        ])
    func logic(example: Case) throws { try check(example) }

    @Test(
        "numbers",
        arguments: [
            Case(
                .number(.equal, JSONNumber(5)), accepts: ["5", "5.0", " 5 "], refuses: ["6", "x", "", nil]),
            Case(.number(.greater, JSONNumber(5)), accepts: ["5.1"], refuses: ["5", "4"]),
            Case(.number(.greaterOrEqual, JSONNumber(5)), accepts: ["5", "6"], refuses: ["4.9"]),
            Case(.number(.less, JSONNumber(5)), accepts: ["-1"], refuses: ["5"]),
            Case(.number(.lessOrEqual, JSONNumber(5)), accepts: ["5"], refuses: ["5.01"]),
        ])
    func numbers(example: Case) throws { try check(example) }

    private static func json(
        _ value: JSONValue, exchangeRequest: Bool = false, extra: Bool = false
    ) -> ValueMatcher {
        .equalToJSON(Mock.JSONBody(value, ignoresArrayOrder: exchangeRequest, ignoresExtraElements: extra))
    }

    @Test(
        "JSON and its placeholders",
        arguments: [
            Case(json(["a": 1]), accepts: [#"{"a":1.0}"#], refuses: [#"{"a":2}"#, "x", nil]),
            Case(
                json(["id": "${json-unit.any-string}"]), accepts: [#"{"id":"x"}"#],
                refuses: [#"{"id":1}"#, "{}"]),
            Case(
                json(["id": "#{json-unit.any-number}"]), accepts: [#"{"id":1}"#], refuses: [#"{"id":"1"}"#]),
            Case(
                json(["id": "${json-unit.any-boolean}"]), accepts: [#"{"id":true}"#],
                refuses: [#"{"id":null}"#]),
            Case(
                json(["id": "${json-unit.ignore}"]), accepts: [#"{"id":[1]}"#, #"{"id":null}"#],
                refuses: ["{}"]),
            Case(
                json(["id": "${json-unit.ignore-element}"]), accepts: [#"{"id":1}"#, "{}"],
                refuses: [#"{"x":1}"#]),
            Case(
                json(["id": "${json-unit.regex}[a-z]+"]), accepts: [#"{"id":"abc"}"#],
                refuses: [#"{"id":"ABC"}"#, #"{"id":1}"#]),
            Case(
                json([["n": "${json-unit.any-number}"], 2], exchangeRequest: true, extra: true),
                accepts: [#"[3,2,{"n":1,"m":0}]"#], refuses: [#"[2,{"n":"x"}]"#]),
        ])
    func jsonValues(example: Case) throws { try check(example) }

    @Test(
        "JSONPath, as the library of WireMock reads it",
        arguments: [
            Case(
                .matchesJSONPath("$.a"), accepts: [#"{"a":0}"#, #"{"a":[0]}"#],
                refuses: [#"{"a":[]}"#, #"{"b":1}"#, "x", nil]),
            Case(.matchesJSONPath("$.a[*]"), accepts: [#"{"a":[1]}"#], refuses: [#"{"a":[]}"#]),
            Case(
                .matchesJSONPath("$.things[?(@.name == 'RequiredThing')]"),
                accepts: [#"{"things":[{"name":"RequiredThing"}]}"#], refuses: [#"{"things":[{"name":"x"}]}"#]
            ),
            Case(
                .matchesJSONPath("$[?(@.['age'] =~ /[2-9][0-9]/)]"), accepts: [#"{"age":"22"}"#],
                refuses: [#"{"age":"17"}"#, #"{"age":"220"}"#]),
            Case(
                .matchesJSONPath("$[?(@.['loanAmount'] == 99999)]"), accepts: [#"{"loanAmount":99999}"#],
                refuses: [#"{"loanAmount":1}"#]),
            Case(
                .matchesJSONPath("$.a", .contains("x")), accepts: [#"{"a":"xy"}"#, #"{"a":["b","x"]}"#],
                refuses: [#"{"a":"y"}"#, "{}"]),
            Case(
                .matchesJSONPath("$.a", .absent), accepts: ["{}", #"{"a":null}"#, "x"],
                refuses: [#"{"a":1}"#, nil]
            ),
            Case(
                .matchesJSONPath("$.a", json(["b": 1])), accepts: [#"{"a":{"b":1.0}}"#],
                refuses: [#"{"a":{}}"#]),
            Case(
                .matchesJSONPath("$..n", json([1, 2])), accepts: [#"[{"n":1},{"n":2}]"#],
                refuses: [#"[{"n":1}]"#]),
            Case(
                .matchesJSONPath("$[?(@.a =~ /x/i)]"), accepts: [#"{"a":"X"}"#], refuses: [#"{"a":"y"}"#]),
            Case(
                .matchesJSONPath("$[?(@.a in ['x', 1])]"), accepts: [#"{"a":"1"}"#, #"{"a":"x"}"#],
                refuses: [#"{"a":2}"#, "{}"]),
            Case(
                .matchesJSONPath("$[?(@.a.size() == 2)]"),
                accepts: [#"{"a":[1,2]}"#, #"{"a":{"b":1,"c":2}}"#],
                refuses: [#"{"a":"xy"}"#, "{}"]),
            Case(
                .matchesJSONPath("$.a", .doesNotContain("x")), accepts: [#"{"a":"y"}"#],
                refuses: [#"{"a":"x"}"#, "{}"]),
            Case(
                .matchesJSONPath("$.list.length()", .equalTo("2")), accepts: [#"{"list":[1,2]}"#],
                refuses: [#"{"list":[1]}"#]),
        ])
    func paths(example: Case) throws { try check(example) }

    @Test(
        "dates",
        arguments: [
            Case(
                .dateTime(.init(.before, "2026-01-02T00:00:00Z")),
                accepts: [
                    "2026-01-01T23:59:59Z", "2026-01-02T00:30:00+01:00", "2026-01-01", "2025", "2025-12",
                    "Thu, 01 Jan 2026 10:00:00 GMT",
                ],
                refuses: ["2026-01-02T00:00:00Z", "x", nil, "2026-13-01"]),
            Case(
                .dateTime(.init(.equal, "2026-01-02T00:00:00Z")),
                accepts: [
                    "2026-01-02T01:00:00+01:00", "2026-01-02T01:00:00 01:00", "2026-01-02T00:00:00Z[UTC]",
                ],
                refuses: ["2026-01-02T00:00:01Z"]),
            // Without a time zone, the local time of the value counts.
            Case(
                .dateTime(.init(.equal, "2026-01-02T01:00:00")), accepts: ["2026-01-02T01:00:00+05:00"],
                refuses: ["2026-01-02T00:00:00Z"]),
            Case(
                .dateTime(.init(.after, "now")), accepts: ["2026-11-20T20:34:13Z"],
                refuses: ["2026-11-20T20:34:12Z"]),
            Case(
                .dateTime(.init(.before, "now +3 days")), accepts: ["2026-11-23T20:34:11Z"],
                refuses: ["2026-11-23T20:34:13Z"]),
            Case(
                .dateTime(.init(.equal, "now", expectedTruncation: .month)),
                accepts: ["2026-11-01T00:00:00Z"],
                refuses: ["2026-11-02T00:00:00Z"]),
            Case(
                .dateTime(.init(.equal, "-1 months", expectedTruncation: .endOfMonth, truncatesLast: true)),
                accepts: ["2026-10-31T00:00:00Z"], refuses: ["2026-10-30T00:00:00Z"]),
            Case(
                .dateTime(.init(.equal, "2026-01-01T00:00:00Z", actualTruncation: .year)),
                accepts: ["2026-07-08T09:10:11Z"], refuses: ["2025-07-08T09:10:11Z"]),
            Case(
                .dateTime(.init(.equal, "2026-02-01", actualFormat: "dd/MM/yyyy")), accepts: ["01/02/2026"],
                refuses: ["2026-02-01", "02/01/2026"]),
            Case(
                .dateTime(.init(.equal, "2026-11-20T20:34:12Z", actualFormat: "unix")),
                accepts: ["1795206852"],
                refuses: ["1795206853", "x"]),
            Case(
                .dateTime(.init(.equal, "2026-11-20T20:34:12Z", actualFormat: "epoch")),
                accepts: ["1795206852000"], refuses: ["1795206852"]),
        ])
    func dates(example: Case) throws { try check(example) }

    @Test(
        "several values",
        arguments: [
            (ValuesMatcher.any(.equalTo("a")), ["b", "a"], true), (.any(.equalTo("a")), ["b"], false),
            (.any(.absent), [], true), (.any(.absent), ["a"], false), (.any(.doesNotContain("a")), [], true),
            (.any(.doesNotMatch("a")), [], true),
            (.any(.doesNotContain("a")), ["a", "b"], true),
            (.exactly([.equalTo("a"), .contains("b")]), ["b", "a"], true),
            (.exactly([.equalTo("a")]), ["a", "b"], false), (.exactly([]), [], false),
            (.includes([.equalTo("a")]), ["a", "b"], true), (.includes([.equalTo("c")]), ["a", "b"], false),
        ] as [(ValuesMatcher, [String], Bool)])
    func several(matcher: ValuesMatcher, values: [String], isAccepted: Bool) throws {
        let compiled = try CompiledValues(matcher)
        #expect(compiled.accepts(values, at: now) == isAccepted)
        #expect((compiled.distance(to: values, at: now) == 0) == isAccepted)
    }

    @Test(
        "what cannot be used is refused in words",
        arguments: [
            (ValueMatcher.matches("("), "pattern"), (.matchesJSONPath("a"), "start with"),
            (.matchesJSONPath("$.a["), "JSONPath"), (.matchesJSONPath("$[?(@.a =~ /x/u)]"), "flag"),
            (.matchesJSONPath("$..a.length()"), "counts"),
            (.equalToJSON(.init("${json-unit.odd}")), "${json-unit.odd}"),
            (.dateTime(.init(.after, "tomorrow")), "is not a time"),
            (.number(.equal, JSONNumber(text: "1e999") ?? JSONNumber(0)), "too large"),
        ] as [(ValueMatcher, String)])
    func rejections(matcher: ValueMatcher, words: String) {
        let error = #expect(throws: MockError.self) { _ = try CompiledMatcher(matcher) }
        #expect(error?.message.contains(words) == true)
    }

    @Test("matchers that stand too deep in each other are refused")
    func depth() {
        var matcher = ValueMatcher.absent
        for _ in 0..<100 { matcher = .not(matcher) }
        #expect(throws: MockError.self) { _ = try CompiledMatcher(matcher) }
    }

    @Test("patterns and paths without end are given up", .timeLimit(.minutes(1)))
    func bombs() throws {
        var text: MatchedValue? = MatchedValue(String(repeating: "a", count: 40) + "!")
        #expect(try !CompiledMatcher(.matches("(a+)+$")).accepts(&text, at: now))
        #expect(try !CompiledMatcher(.doesNotMatch("(a+)+$")).accepts(&text, at: now))
        let nested = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        var json: MatchedValue? = MatchedValue(
            "[" + Array(repeating: nested, count: 500).joined(separator: ",") + "]")
        let path = "$" + String(repeating: "..[*]", count: 12)
        #expect(try !CompiledMatcher(.matchesJSONPath(path)).accepts(&json, at: now))
    }
}
