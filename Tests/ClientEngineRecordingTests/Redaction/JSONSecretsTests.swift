import ClientEngine
import ClientEngineRecording
import EngineJSON
import InspectorTestSupport
import Testing

@Suite("Secret members of JSON")
struct JSONSecretsTests {
    @Test("Random JSON is redacted as a walk through its value redacts it")
    func random() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<1500 {
            let value = Self.value(depth: 4, &random)
            let text = Bool.random(using: &random) ? value.prettyPrinted() : value.serialized()
            var numbers: [String: Int] = [:]
            let walked = Self.walk(value, isSecret: false, &numbers)
            var redaction = Redaction()
            let body = redaction.body(Array(text.utf8), contentType: "application/json")
            #expect(try JSONValue(parsing: body) == walked, "\(text)")
            if numbers.isEmpty { #expect(body == Array(text.utf8)) }
        }
    }

    @Test(
        "What looks like a reference of a template hides no member",
        arguments: [
            (
                #"{"a": {{b}}, {{c}}: 1, "t": "{{t}}", "u": {{$datetime "HH:mm"}}, "v": {{$dotenv PASSWORD}}}"#,
                true
            ),
            (#"{"x": "cn"}{{ ok, "password": "p"}"#, false),
            (#"{"x": {{ok, "password": "p"}}, "y": 1}"#, false),
            (#"{"token": "t", "x": {{"#, false),
        ])
    func references(text: String, isWhole: Bool) {
        let found = NamedSecrets(in: Array(text.utf8), contentType: "application/json", isTemplate: true)
        #expect(found.isWhole == isWhole)
    }

    @Test(
        "Names and values are redacted however they are written",
        arguments: [
            (
                #"{"\u0074oken":"a\nb","x":"\u0041","y":[ ]}"#,
                #"{"\u0074oken":"<redacted:1>","x":"\u0041","y":[ ]}"#
            ),
            (
                #"[{"secret":{"a":[1.50,"x",null,true,""],"b":{}}},{"c":-0.0e5}]"#,
                #"[{"secret":{"a":["<redacted:1>","<redacted:2>",null,true,""],"b":{}}},{"c":-0.0e5}]"#
            ),
            (#"{"token":"x","token":"y","a":1}"#, #"{"token":"<redacted:1>","token":"<redacted:2>","a":1}"#),
            ("[{\"to\u{212A}en\":1,\"ア\":\"™\"}]", "[{\"to\u{212A}en\":\"<redacted:1>\",\"ア\":\"™\"}]"),
            ("\u{FEFF}{\"token\" : 1}", "\u{FEFF}{\"token\" : \"<redacted:1>\"}"),
            (
                #"[{"token":"abcd\u0065f"},{"token":"abcdef"},{"token":"ab\u00e9de"},{"token":"abéde"}]"#,
                #"[{"token":"<redacted:1>"},{"token":"<redacted:1>"},{"token":"<redacted:2>"},{"token":"<redacted:2>"}]"#
            ),
            (
                #"[{"token":12345678},{"a":[true,nul],"b":"12345678"}]"#, "<redacted:1>"
            ),
            (
                #"[{"token":12345678},{"a":[true,false,null,-1.5e+3],"b":"12345678"}]"#,
                #"[{"token":"<redacted:1>"},{"a":[true,false,null,-1.5e+3],"b":"<redacted:1>"}]"#
            ),
            (#"{"token":"same","a":"same"}"#, #"{"token":"<redacted:1>","a":"<redacted:1>"}"#),
            (#"{"token":"x"} "#, #"{"token":"<redacted:1>"} "#), (#"{"token":"x"} x"#, "<redacted:1>"),
            (#"{"token":"x",}"#, "<redacted:1>"), (#"{"a":1]}{"token":"x"}"#, "<redacted:1>"),
            (#"{"a":tru,"token":1}"#, "<redacted:1>"), (#"{"token":"x}"#, "<redacted:1>"),
            (#"{"a" "b","token":1}"#, "<redacted:1>"),
            (
                #"{ "password" : "a\"b\\",  "x": "password" }"#,
                #"{ "password" : "<redacted:1>",  "x": "password" }"#
            ),
        ])
    func spellings(text: String, expected: String) {
        var redaction = Redaction()
        let body = redaction.body(Array(text.utf8), contentType: "application/json")
        #expect(String(decoding: body, as: UTF8.self) == expected)
    }

    private static func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: depth > 0 ? 0...7 : 4...7, using: &random) {
        case 0...1:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, &random) })
        case 2...3:
            let names = ["a", "token", "my secret", "é\"\\", "API-KEY", ""]
            return .object(
                JSONObject(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        let name = names.randomElement(using: &random) ?? ""
                        return JSONObject.Member(name: name, value: value(depth: depth - 1, &random))
                    }))
        case 4: return .number(JSONNumber(Int.random(in: -9...9, using: &random)))
        case 5: return [.null, true, false].randomElement(using: &random) ?? .null
        // At most three bytes, so that these values are hidden only because of their names.
        default: return .string(["", "x", "\"", "\n", "é", "abc"].randomElement(using: &random) ?? "")
        }
    }

    private static func walk(
        _ value: JSONValue, isSecret: Bool, _ numbers: inout [String: Int]
    ) -> JSONValue {
        switch value {
        case .object(let object):
            let names = ["token", "my secret", "API-KEY"]
            return .object(
                JSONObject(
                    object.members.map {
                        let isHere = isSecret || names.contains($0.name)
                        return .init(name: $0.name, value: walk($0.value, isSecret: isHere, &numbers))
                    }))
        case .array(let elements): return .array(elements.map { walk($0, isSecret: isSecret, &numbers) })
        case .string(let text) where isSecret && !text.isEmpty: return placeholder(text, &numbers)
        case .number(let number) where isSecret: return placeholder(number.text, &numbers)
        default: return value
        }
    }

    private static func placeholder(_ secret: String, _ numbers: inout [String: Int]) -> JSONValue {
        let quoted = String(JSONValue.string(secret).serialized().dropFirst().dropLast())
        let number = numbers[secret] ?? (numbers.values.max() ?? 0) + 1
        (numbers[secret], numbers[quoted]) = (number, numbers[quoted] ?? number)
        return .string("<redacted:\(number)>")
    }
}
