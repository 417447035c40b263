import EngineJSON
import Testing

@Suite struct JSONParserTests {
    @Test(
        "every form of RFC 8259 is accepted",
        arguments: [
            ("null", .null), ("true", true), ("false", false), ("0", 0), ("-0", .number(text: "-0")),
            ("-12", -12), ("1.50", .number(text: "1.50")), ("1E+2", .number(text: "1E+2")),
            ("12345678901234567890", .number(text: "12345678901234567890")),
            ("1e999999", .number(text: "1e999999")), ("0e+00", .number(text: "0e+00")),
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0000\u00E9\u20ac""#, "\0é€"), (#""\uD83D\ude00""#, "😀"), ("\"é€😀\u{7F}\"", "é€😀\u{7F}"),
            ("\"\u{2028}\"", "\u{2028}"), ("[]", []), ("{}", [:]), ("[[],{}]", [[], [:]]),
            (" \t\r\n[ 1 , 2 ] \n", [1, 2]), (#"{"b":1,"a":[null]}"#, ["b": 1, "a": [nil]]),
            (#"{"":""}"#, ["": ""]), (#"{"a":1,"a":2}"#, ["a": 1, "a": 2]), ("\u{FEFF}[]", []),
        ] as [(String, JSONValue)])
    func accepts(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
        #expect(try JSONValue(parsing: value.serialized()) == value)
        #expect(try JSONValue(parsing: value.prettyPrinted()) == value)
    }

    @Test(
        "wrong input is rejected at the first byte that cannot stand there",
        arguments: [
            ("nul0", 3), ("True", 0), ("truex", 4), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1),
            ("+1", 0), (".5", 0), ("01", 1), ("-01", 2), ("1.e2", 2), ("1.a", 2), ("1ea", 2), ("1e+-2", 3),
            ("0x1", 1), ("1_000", 1), ("--1", 1), ("1 2", 2), ("[1 2]", 3), ("[1,]", 3), ("[,1]", 1),
            ("[1,,2]", 3), ("[1}", 2), ("]", 0), ("[]]", 2), ("{]", 1), ("{\"a\"}", 4), ("{\"a\",1}", 4),
            ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{\"a\":1]", 6), ("{,}", 1), ("{1:1}", 1), ("{a:1}", 1),
            ("{'a':1}", 1), ("{\"a\":1 \"b\":2}", 7), ("\"\u{0}\"", 1), ("\"\n\"", 1), ("\"\u{1F}\"", 1),
            (#""\x""#, 2), (#""\u12G4""#, 5), (#""\U0041""#, 2), (#""\'""#, 2), ("\"a\"b", 3), ("\0", 0),
            ("[]\0", 2), ("\u{A0}1", 0), ("1\u{B}", 1), ("//c\n1", 0), ("[1/**/]", 2),
            ("\u{FEFF}\u{FEFF}1", 3),
            (#""\ud800\u12""#, 11),
        ])
    func rejects(text: String, offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.kind == .invalid)
        #expect(error?.offset == offset)
    }

    @Test(
        "bytes that are not UTF-8 are an error, inside strings and out",
        arguments: [
            ([0x80], 1), ([0xC0, 0x80], 1), ([0xC1, 0xBF], 1), ([0xE0, 0x80, 0x80], 2), ([0xE9, 0x22], 2),
            ([0xED, 0xA0, 0x80], 2), ([0xF0, 0x80, 0x80, 0x80], 2), ([0xF4, 0x90, 0x80, 0x80], 2),
            ([0xF5], 1), ([0xFF], 1), ([0xE2, 0x82, 0x22], 3), ([0xF0, 0x9F, 0x98, 0x22], 4),
        ] as [([UInt8], Int)])
    func rejectsOtherEncodings(bytes: [UInt8], offset: Int) {
        let inString = #expect(throws: JSONError.self) {
            try JSONValue(parsing: [0x22] + bytes + [0x22, 0x22])
        }
        #expect(inString?.kind == .invalid)
        #expect(inString?.offset == offset)
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test(
        "a surrogate without its partner becomes the replacement character",
        arguments: [
            (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"), (#""\ud800\n""#, "\u{FFFD}\n"),
            (#""\ud800A""#, "\u{FFFD}A"), (#""\ud800\u0041""#, "\u{FFFD}A"),
            (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
        ])
    func replacesLoneSurrogates(text: String, expected: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == expected)
    }

    @Test("depth is limited, by the caller and in any case")
    func limitsDepth() throws {
        let nested = { (depth: Int) in
            Array(repeating: UInt8(ascii: "["), count: depth)
                + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(throws: Never.self) { try JSONValue(parsing: nested(512)) }
        #expect(throws: Never.self) { try JSONValue(parsing: "1", maximumDepth: -1) }
        for (depth, limit, offset) in [
            (513, 512, 512), (100_000, 512, 512), (100_000, .max, 512), (1, 0, 0),
        ] {
            let error = #expect(throws: JSONError.self) {
                try JSONValue(parsing: nested(depth), maximumDepth: limit)
            }
            #expect(error?.kind == .tooDeep)
            #expect(error?.offset == offset)
        }
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect(throws: JSONError.self) { try JSONValue(parsing: objects) }
    }

    @Test(
        "a value at the greatest depth can be compared, hashed, printed and freed",
        arguments: [("[", "]"), (#"{"a":"#, "}")])
    func survivesGreatestDepth(opening: String, closing: String) throws {
        let depth = JSONValue.deepestNesting
        let text =
            String(repeating: opening, count: depth - 1) + "[]" + String(repeating: closing, count: depth - 1)
        let value = try JSONValue(parsing: text)
        let again = try JSONValue(parsing: value.prettyPrinted())
        #expect(value == again)
        #expect(value.isEquivalent(to: again))
        #expect(Set([value, again]).count == 1)
        #expect(value.serialized() == text)
    }

    @Test("collections without contiguous storage are read too")
    func readsAnyCollection() throws {
        let reversed = Array(#"{"a": [1]}"#.utf8).reversed() as [UInt8]
        #expect(try JSONValue(parsing: reversed.lazy.reversed()) == ["a": [1]])
        #expect(try JSONValue(parsing: Array("xx[1]yy".utf8)[2..<5]) == [1])
    }
}

extension JSONValue {
    /// Returns a number in a spelling that a literal cannot express, or `null` if the spelling is invalid.
    static func number(text: String) -> JSONValue {
        JSONNumber(text: text).map(JSONValue.number) ?? .null
    }
}
