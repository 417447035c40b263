import EngineJSON
import InspectorTestSupport
import Testing

@testable import RequestFormats

@Suite struct YAMLTests {
    private func value(_ text: String, maximumDepth: Int = 256) throws(YAMLError) -> JSONValue {
        try YAMLComposer.value(of: Array(text.utf8), maximumDepth: maximumDepth)
    }

    @Test(
        "Plain scalars follow the core schema of YAML 1.2",
        arguments: [
            ("null", nil), ("~", nil), ("", nil), ("NULL", nil), ("nUll", "nUll"),
            ("true", true), ("False", false), ("yes", "yes"), ("on", "on"), ("tRUE", "tRUE"),
            ("12", 12), ("-7", -7), ("+7", 7), ("007", 7), ("0o17", 15), ("0x1F", 31), ("0b1", "0b1"),
            ("1.50", JSONValue.number(JSONNumber(text: "1.50") ?? JSONNumber(0))), (".5", 0.5), ("1.", 1.0),
            ("1e3", JSONValue.number(JSONNumber(text: "1e3") ?? JSONNumber(0))),
            (".inf", ".inf"), (".nan", ".nan"), ("1_000", "1_000"), ("1:30", "1:30"), ("-", [nil]),
            ("2026-11-21", "2026-11-21"), ("1.2.3", "1.2.3"), ("0x", "0x"), ("+", "+"), (".", "."),
            ("'12'", "12"), ("\"true\"", "true"), ("!!str 12", "12"), ("!local 12", "12"), ("! 12", "12"),
            ("!!int '12'", 12), ("|\n  12\n", "12\n"),
        ] as [(String, JSONValue)])
    func scalars(text: String, expected: JSONValue) throws {
        #expect(try value(text) == expected)
    }

    @Test("Mappings keep their order, keys are the text they are written with, duplicates stay")
    func mappings() throws {
        #expect(
            try value("b: 1\n200: ok\ntrue: x\nb: 2\n? [1, 2]\n: list\n")
                == ["b": 1, "200": "ok", "true": "x", "b": 2, "[1,2]": "list"])
    }

    @Test("Aliases repeat a value, and << brings in members that the mapping does not have")
    func aliases() throws {
        let text = """
            base: &base {a: 1, b: 2}
            more: &more {b: 3, c: 4}
            one: *base
            two:
              b: own
              <<: [*base, *more]
            three: {<<: *base}
            """
        let result = try value(text)
        #expect(result["one"] == ["a": 1, "b": 2])
        #expect(result["two"] == ["b": "own", "a": 1, "c": 4])
        #expect(result["three"] == ["a": 1, "b": 2])
    }

    @Test(
        "What is wrong is told with its line and column",
        arguments: [
            ("a: [1, 2", 1), ("a: 1\n\tb: 2\n", 2), ("a: *none", 1), ("a: &a [*a]", 1),
            ("a: 1\n---\nb: 2\n", 2),
            ("a: {<<: text}", 1), ("a: b: c", 1), ("\u{1}", 1), ("%YAML 9.9\n---\na", 1), ("a: \"x", 1),
        ])
    func errors(text: String, line: Int) throws {
        let error = try #require(throws: YAMLError.self) { try value(text) }
        #expect(error.line >= line && error.column >= 1)
        #expect(error.message.hasSuffix("."))
    }

    @Test("Nesting deeper than allowed is an error, also through aliases")
    func depth() throws {
        #expect(throws: Never.self) {
            try value(String(repeating: "[", count: 200) + String(repeating: "]", count: 200))
        }
        for text in [String(repeating: "[", count: 100_000), String(repeating: "- ", count: 10_000)] {
            let error = try #require(throws: YAMLError.self) { try value(text) }
            #expect(error.message.contains("256"))
        }
        var layers = "a0: &a0 [x]\n"
        for layer in 1...300 { layers += "a\(layer): &a\(layer) [*a\(layer - 1)]\n" }
        #expect(throws: YAMLError.self) { try value(layers) }
    }

    @Test("A few lines that stand for billions of values are refused at once")
    func bomb() throws {
        var text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
        for layer in 1...20 {
            text +=
                "a\(layer): &a\(layer) ["
                + Array(repeating: "*a\(layer - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        let error = try #require(throws: YAMLError.self) { try value(text) }
        #expect(error.message.contains("repeat"))
    }

    @Test("Whatever bytes come, there is a value or an error")
    func mutations() {
        let seeds = [
            "a: &x [1, {b: *x}]\n<<: {c: |\n  d\n}\n", "- !!str 1\n- \"\\u0041\"\n- 'it''s'\n? k\n: v\n",
            "{a: [b, c], d: !x e}",
        ]
        var random = SeededRandom(seed: 7)
        var values = 0
        for round in 0..<3000 {
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1:
                    bytes.insert(
                        Array("[]{}:,-&*!|>'\"%#\n\t ".utf8).randomElement(using: &random) ?? 0, at: index)
                default: if bytes.count > 1 { bytes.remove(at: index) }
                }
            }
            if (try? YAMLComposer.value(of: bytes, maximumDepth: 256)) != nil { values += 1 }
        }
        #expect(values > 0)
    }
}
