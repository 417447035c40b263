import EngineJSON
import FoundationEssentials
import Testing

@Suite struct JSONBytesDecoderTests {
    private struct User: Decodable, Equatable {
        var id: Int
        var name: String
        var tags: [String]
        var manager: [User]?
    }

    @Test("A type is decoded from bytes of any collection")
    func collections() throws {
        let text = #"{"id":1,"name":"Ada","tags":["a","b"],"manager":[{"id":2,"name":"Bea","tags":[]}]}"#
        let user = User(id: 1, name: "Ada", tags: ["a", "b"], manager: [User(id: 2, name: "Bea", tags: [])])
        #expect(try JSONBytesDecoder().decode(from: text.utf8) == user)
        #expect(try JSONBytesDecoder().decode(User.self, from: Array(text.utf8)) == user)
        #expect(try JSONBytesDecoder().decode(User.self, from: Data(text.utf8)) == user)
        #expect(try JSONBytesDecoder().decode(User.self, from: Array("x\(text)".utf8)[1...]) == user)
        #expect(try JSONBytesDecoder().decode(User.self, from: text.utf8.reversed().lazy.reversed()) == user)
    }

    @Test("An error has the place in the text, or the coding path and what was found there")
    func errors() throws {
        let path = { (text: String) -> String in
            do {
                _ = try JSONBytesDecoder().decode([User].self, from: text.utf8)
                return ""
            } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context)
            {
                return context.codingPath.map(\.stringValue).joined(separator: ".") + ": "
                    + context.debugDescription
            } catch {
                return "\(error)"
            }
        }
        #expect(
            path(#"[{"id":1,"name":"a","tags":[]},{"id":"2"}]"#)
                == "Index 1.id: Expected to decode Int but found a string instead.")
        #expect(
            path(#"[{"id":1,"name":null}]"#)
                == "Index 0.name: Cannot get value of type String -- found null value instead")
        #expect(
            path(#"[{"id":1,"name":"a","tags":["b",{}]}]"#).hasPrefix(
                "Index 0.tags.Index 1: Expected to decode String"))
        #expect(path(#"[{"id":1}]"#).hasPrefix("Index 0: No value associated with key "))
        #expect(
            path(#"[{"id":1,]"#).hasSuffix(
                "Expected a name in quotation marks at line 1, column 10, but found “]”."))
    }

    // MARK: Differences from JSONDecoder, each on purpose

    @Test("Unlike with JSONDecoder, a number that does not fit is reported with its own coding path")
    func unfitNumbers() {
        let text = Data(#"{"a":[1,300]}"#.utf8)
        for (path, decode) in [
            (["a", "Index 1"], { try JSONBytesDecoder().decode([String: [Int8]].self, from: text) }),
            ([], { try JSONDecoder().decode([String: [Int8]].self, from: text) }),
        ] as [([String], () throws -> [String: [Int8]])] {
            #expect(Outcome(decode) == .error("corrupted", path: path))
        }
    }

    @Test(
        "Unlike with JSONDecoder, a number with a fraction is never an integer, at any precision",
        arguments: [
            "1.0000000000000001", "9007199254740993.5", "1e-400",
            "0.00000000000000000000000000000000000001e-300",
        ])
    func fractions(text: String) {
        #expect(throws: DecodingError.self) { try JSONBytesDecoder().decode(Int.self, from: text.utf8) }
        #expect(throws: Never.self) { try JSONDecoder().decode(Int.self, from: Data(text.utf8)) }
    }

    @Test(
        "Unlike with JSONDecoder, a text must be JSON to its end, also where no type asks for it",
        arguments: ["[1,]", #"{"a":1,}"#, #"{"a":1,"b":"\x"}"#, #"{"a":1,"b":01}"#, #"{"a":1,"b":1e}"#])
    func strictness(text: String) {
        struct Value: Decodable { var a: Int? }
        let isArray = text.hasPrefix("[")
        #expect(throws: DecodingError.self) { try JSONBytesDecoder().decode(Value.self, from: text.utf8) }
        #expect(throws: Never.self) {
            let data = Data(text.utf8)
            if isArray {
                _ = try JSONDecoder().decode([Int].self, from: data)
            } else {
                _ = try JSONDecoder().decode(Value.self, from: data)
            }
        }
    }

    @Test("Unlike with JSONDecoder, zero may have an exponent of one digit")
    func zero() throws {
        #expect(try JSONBytesDecoder().decode(Double.self, from: "0e1".utf8) == 0)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Double.self, from: Data("0e1".utf8)) }
    }

    @Test("Unlike with JSONDecoder, a text in UTF-16 is refused")
    func otherEncodings() {
        let text = Array("[1]".utf16).flatMap { [UInt8($0 & 0xFF), 0] }
        #expect(throws: DecodingError.self) { try JSONBytesDecoder().decode([Int].self, from: text) }
        #expect(throws: Never.self) { try JSONDecoder().decode([Int].self, from: Data(text)) }
    }

    @Test("Unlike with JSONDecoder, a date that is not ISO 8601 is reported with its own coding path")
    func dates() {
        struct Event: Decodable, Equatable { var at: Date }
        let decoder = JSONBytesDecoder { $0.dateDecodingStrategy = .iso8601 }
        let outcome = Outcome { try decoder.decode([Event].self, from: #"[{"at":"today"}]"#.utf8) }
        #expect(outcome == .error("corrupted", path: ["Index 0", "at"]))
    }

    // MARK: Numbers

    @Test("Integers of all widths are exact")
    func integers() throws {
        let decode = { (text: String) in try JSONBytesDecoder().decode(UInt128.self, from: text.utf8) }
        #expect(try decode("340282366920938463463374607431768211455") == .max)
        #expect(try decode("34028236692093846346337460743176821145.5e1") == .max)
        #expect(throws: DecodingError.self) { try decode("340282366920938463463374607431768211456") }
        #expect(
            try JSONBytesDecoder().decode(
                [Int128].self, from: "[-170141183460469231731687303715884105728]".utf8) == [.min])
        #expect(
            try JSONBytesDecoder().decode([UInt64].self, from: "[18446744073709551615,-0,1e19]".utf8) == [
                .max, 0, 10_000_000_000_000_000_000,
            ])
        #expect(throws: DecodingError.self) {
            try JSONBytesDecoder().decode([UInt64].self, from: "[-1]".utf8)
        }
    }

    @Test(
        "Doubles are the nearest ones, zeros keep their sign, and names of infinity are as the strategy says")
    func doubles() throws {
        let texts = [
            "0.1", "-0.0", "-0", "123456789.123456789", "9007199254740991", "9007199254740993",
            "0.30000000000000004", "1e23", "4.35", "0.000001", "1234567.891",
        ]
        for text in texts {
            let double = try JSONBytesDecoder().decode(Double.self, from: text.utf8)
            #expect(double.bitPattern == Double(text)?.bitPattern, "\(text)")
            #expect(
                try JSONBytesDecoder().decode(Float.self, from: text.utf8).bitPattern
                    == Float(text)?.bitPattern)
        }
        let decoder = JSONBytesDecoder {
            $0.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "?")
        }
        let values = try decoder.decode([Double].self, from: #"["+∞","-∞","?",1]"#.utf8)
        #expect(values[0] == .infinity && values[1] == -.infinity && values[2].isNaN && values[3] == 1)
        #expect(throws: DecodingError.self) { try decoder.decode(Float.self, from: #""x""#.utf8) }
    }

    // MARK: Members

    @Test(
        "Of members with one name the first counts, in whatever order they are asked for", arguments: [1, 40])
    func duplicates(others: Int) throws {
        struct Picker: Decodable {
            var values: [Int]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Name.self)
                values = try ["b", "a", "b", "c", "a", "a"].map {
                    try container.decode(Int.self, forKey: Name(stringValue: $0))
                }
                #expect(Set(container.allKeys.map(\.stringValue)).count == container.allKeys.count)
            }
        }
        struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let more = (0..<others).map { "\"m\($0)\":0," }.joined()
        let text = #"{"a":1,"b":2,"\#("")a":3,\#(more)"\u0062":4,"a":5,"c":6,"b":7}"#
        #expect(try JSONBytesDecoder().decode(Picker.self, from: text.utf8).values == [2, 1, 2, 6, 1, 1])
    }

    @Test("Keys are equal to names as strings are equal: é in one scalar is é in two")
    func canonicalNames() throws {
        struct Accents: Decodable {
            var café: Int
        }
        for name in ["caf\u{E9}", "cafe\u{301}", #"caf\u00e9"#, #"cafe\u0301"#] {
            #expect(try JSONBytesDecoder().decode(Accents.self, from: "{\"\(name)\":1}".utf8).café == 1)
        }
    }

    @Test("Names are converted for types, and are left as they are for dictionaries")
    func snakeCase() throws {
        struct Value: Decodable, Equatable { var userName: String, private_: Int, map: [String: Int] }
        let decoder = JSONBytesDecoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
        let text = #"{"user_name":"a","private_":1,"map":{"a_b":2}}"#
        #expect(
            try decoder.decode(Value.self, from: text.utf8)
                == Value(userName: "a", private_: 1, map: ["a_b": 2]))
    }

    @Test("A type finds the user info, and can keep its decoder")
    func keptDecoder() throws {
        struct Keeper: Decodable {
            var decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        let decoder = JSONBytesDecoder { $0.userInfo[key] = "value" }
        var keepers = try decoder.decode(
            [Keeper].self, from: Array(#"[{"a":["text that is long enough"]}]"#.utf8))
        let kept = try #require(keepers.popLast()?.decoder)
        #expect(kept.userInfo[key] as? String == "value")
        #expect(kept.codingPath.map(\.intValue) == [0])
        #expect(try [String: [String]](from: kept) == ["a": ["text that is long enough"]])
    }
}
