import EngineJSON
import FoundationEssentials
import Testing

/// Texts in the style of JSONTestSuite: y_ must be accepted, n_ must be refused, and i_ may be either.
@Suite struct JSONSuiteTests {
    @Test(
        "y_: JSON is accepted by the parser and by the decoder, as by JSONDecoder",
        arguments: [
            "[]", "[ ]", "{}", "{ }", "[[]]", "[[] ]", "[\"\"]", "\"\"", "\"a\"", " 1 ", "\n1\n",
            "\r\n\t[\t1\r]", "null", "true", "false",
            "[null]", "[true,false]", "[1,null,\"1\",{}]", "[null, 1, \"1\", {}]", "[1,null,null,null,2]",
            "0", "-0", "-1", "1", "123",
            "-123", "1.0", "0.5", "-0.5", "-0.0", "1e1", "1E1", "1e+1", "1e-1", "1E+2", "1.5e10",
            "0e+1", "-0e-1", "20e1", "123.456789",
            "123e45", "1e-2", "9007199254740993", "9223372036854775807", "-9223372036854775808",
            "18446744073709551615",
            "-0.000000000000000000000000000000000000000000000000000000000000000000000000000001",
            "\"\\u0020\"", "\"\\u0022\\u005c\"",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u00E9\\u00e9\"", "\"\\ud83d\\ude00\"",
            "\"\\uD801\\uDc37\"", "\"\\ud83d\\ude00\\u0041\"",
            "\"\\u0000\"", "\"a\\u0000b\"", "\"\\uFFFF\"", "\"\\u2028\\u2029\"", "\"\u{2028}\u{2029}\"",
            "\"\u{7F}\"", "\"\u{FFFF}\"",
            "\"\u{10FFFF}\"", "\"é\"", "\"€\"", "\"𝄞\"", "\"asd \"", "\" \"", "\"\\\\u0041\"", "\"\\\\\"",
            "\"//\"", "\"/**/\"",
            "{\"a\":1}", "{\"a\":1,\"b\":2}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":1}", "{\"\":0}",
            "{\"a\":[]}", "{\"a\":{\"a\":{}}}",
            "{\"a\\u0000b\":1}", "{\n\"a\": \"b\"\n}", "{\"\\u0061\":1}", "{\"é\":1}",
            "{\"min\": -1.0e+28, \"max\": 1.0e+28}",
            "{\"x\":[{\"id\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}], \"id\":\"a\"}",
            "[1,2,3,4,5,6,7,8,9]", "[[[[[[[[[[]]]]]]]]]]",
        ])
    func accepted(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(try JSONBytesDecoder().decode(Anything.self, from: text.utf8) == Anything(value))
        #expect(try JSONDecoder().decode(Anything.self, from: Data(text.utf8)) == Anything(value))
    }

    @Test(
        "n_: what is no JSON is refused by the parser and by the decoder",
        arguments: [
            "", " ", "[", "]", "{", "}", "[1", "[1,", "[\"", "[\"a", "[\"a\"", "{\"a\"", "{\"a\":",
            "{\"a\":1", "{\"a\":1,", "[}", "{]", "[]]",
            "[][]", "{}{}", "1 2", "nul", "nulll", "tru", "fals", "True", "NULL", "NaN", "Infinity",
            "-Infinity", "-", "+1", "++1", "-+1", "--1",
            "01", "-01", "00", "012", "1.", "-1.", ".1", "-.1", "1.e1", "1e", "1e+", "1E-", "1ee1", "1e1.5",
            "1.2.3", "0x1", "0x", "1_0", "1,0",
            "1a", "-a", "0e", "0.e1", "[,]", "[,1]", "[1,,2]", "[1,]", "[1,,]", "[1 2]", "[1:2]", "[\"a\":1]",
            "[\"a\" \"b\"]", "{\"a\":1,}",
            "{,}", "{\"a\" 1}", "{\"a\":}", "{\"a\"::1}", "{\"a\":1 \"b\":2}", "{\"a\":1;}", "{a:1}",
            "{'a':1}", "{1:1}", "{null:1}", "{\"a\"}",
            "{\"a\",\"b\"}", "{[]:1}", "'a'", "\"a", "\"\\", "\"\\\"", "\"\\x\"", "\"\\u\"", "\"\\u1\"",
            "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"",
            "\"\\U0041\"", "\"\\ud83d\\u12\"", "\"\\a\"", "\"\\\u{9}\"", "\"\n\"", "\"\t\"", "\"\0\"",
            "\"\u{1F}\"", "\"a\"b", "//\n1", "1//",
            "/**/1", "[/**/]", "#1", "\u{A0}1", "\u{2060}1", "\u{C}1", "\0", "1\0", "*", "<a>", "@",
            "\u{FEFF}\u{FEFF}1", "{\"a\":/**/1}", "é",
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        let error = #expect(throws: DecodingError.self) {
            try JSONBytesDecoder().decode(Anything.self, from: text.utf8)
        }
        guard case .dataCorrupted(let context)? = error else { return }
        #expect(context.codingPath.isEmpty)
        #expect(context.underlyingError is JSONError)
    }

    @Test(
        "i_: what RFC 8259 leaves open",
        arguments: [
            // A surrogate without its partner is not a character, so JSONDecoder refuses the text.
            ("\"\\ud800\"", "\"\u{FFFD}\""), ("\"\\udc00\"", "\"\u{FFFD}\""),
            ("\"\\ud800\\ud800\\udc00\"", "\"\u{FFFD}\u{10000}\""),
            ("{\"\\ud800\":1}", "{\"\u{FFFD}\":1}"), ("\u{FEFF}[]", "[]"),
            ("1e-400", nil), ("1e400", nil), ("-1e400", nil), ("123123e100000", nil),
            ("0.4e00669999999999999999999999999999969999999006", nil),
        ] as [(String, String?)])
    func open(text: String, same: String?) throws {
        let value = try JSONValue(parsing: text)
        guard let same else {
            // A tree keeps it as written, and no number type of Swift can represent it.
            #expect(value.serialized() == text)
            #expect(throws: DecodingError.self) {
                try JSONBytesDecoder().decode(Double.self, from: text.utf8)
            }
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Double.self, from: Data(text.utf8))
            }
            return
        }
        #expect(value == (try JSONValue(parsing: same)))
        #expect(try JSONBytesDecoder().decode(Anything.self, from: text.utf8) == Anything(value))
    }

    @Test("As deep as the parser reads, the decoder decodes", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(opening: String, closing: String) throws {
        let text = { (depth: Int) in
            String(repeating: opening, count: depth - 1) + "[]" + String(repeating: closing, count: depth - 1)
        }
        let deepest = text(JSONValue.deepestNesting)
        #expect(
            try JSONBytesDecoder().decode(Anything.self, from: deepest.utf8)
                == Anything(JSONValue(parsing: deepest)))
        #expect(throws: DecodingError.self) {
            try JSONBytesDecoder().decode(Anything.self, from: text(JSONValue.deepestNesting + 1).utf8)
        }
    }

    @Test(
        "Bytes that are not UTF-8 are refused, wherever they are",
        arguments: [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        for (before, after) in [("\"", "\""), ("{\"a\":1,\"", "\":2}"), ("{\"b\":\"", "\",\"a\":1}")] {
            let text = Array(before.utf8) + bytes + Array(after.utf8)
            #expect(throws: DecodingError.self) {
                try JSONBytesDecoder().decode([String: Int].self, from: text)
            }
        }
    }
}

/// Any JSON value, built by a decoder.
indirect enum Anything: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Anything])
    case object([String: Anything])

    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let bool): .bool(bool)
            case .number(let number): .number(number.double ?? .infinity)
            case .string(let string): .string(string)
            case .array(let elements): .array(elements.map(Anything.init))
            case .object(let object):
                .object(
                    Dictionary(
                        object.members.map { ($0.name, Anything($0.value)) },
                        uniquingKeysWith: { first, _ in first }))
            }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let elements = try? container.decode([Anything].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: Anything].self))
        }
    }
}
