import EngineJSON
import Testing

@Suite struct JSONValueTests {
    private let sample: JSONValue = [
        "id": 1, "ratio": 0.5, "name": "Ada", "tags": ["a", "b"], "on": true, "none": nil,
    ]

    @Test("literals make values and accessors take them apart")
    func accessors() {
        #expect(sample["id"]?.int == 1)
        #expect(sample["ratio"]?.double == 0.5)
        #expect(sample["name"]?.string == "Ada")
        #expect(sample["tags"]?[1] == "b")
        #expect(sample["tags"]?.array?.count == 2)
        #expect(sample["on"]?.bool == true)
        #expect(sample["none"]?.isNull == true)
        #expect(sample["id"]?.number?.text == "1")
        #expect(sample.object?.count == 6)
    }

    @Test("an accessor for another kind, a missing name or index gives nil")
    func missing() {
        #expect(sample["nobody"] == nil)
        #expect(sample[0] == nil)
        #expect(sample["tags"]?[2] == nil)
        #expect(sample["tags"]?[-1] == nil)
        #expect(sample["tags"]?["a"] == nil)
        #expect(sample["name"]?.int == nil)
        #expect(sample["id"]?.string == nil)
        #expect(sample["id"]?.bool == nil)
        #expect(sample.array == nil)
    }

    @Test("== is exact: spelling, order and duplicates count")
    func exactness() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"b":2}"#) != JSONValue(parsing: #"{"b":2,"a":1}"#))
        #expect(try JSONValue(parsing: "1") != JSONValue(parsing: "1.0"))
        #expect(try JSONValue(parsing: #"{"a":1,"a":1}"#) != JSONValue(parsing: #"{"a":1}"#))
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(JSONValue.null != false)
        #expect(Set<JSONValue>([1, 1, "1", [1], .null]).count == 4)
    }

    @Test(
        "equivalence asks what values mean",
        arguments: [
            ("1", "1.0", true), ("1", "10e-1", true), ("-0", "0.00e5", true), ("100", "1E2", true),
            ("1", "2", false), ("1", "-1", false), ("1", "\"1\"", false), ("null", "false", false),
            ("12345678901234567890", "12345678901234567891", false), ("1e400", "10e399", true),
            ("1e99999999999999999999", "1e99999999999999999999", true),
            ("1e99999999999999999999", "1e99999999999999999998", false),
            ("1e9223372036854775807", "10e9223372036854775807", false),
            (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1.0}"#, true), (#"{"a":1}"#, #"{"a":1,"b":2}"#, false),
            (#"{"a":0,"a":1}"#, #"{"a":1}"#, true), (#"{"a":1}"#, #"{"b":1}"#, false),
            ("[1,2]", "[1.0,2.0]", true), ("[1,2]", "[2,1]", false), ("[1]", "[1,2]", false),
            ("{}", "[]", false),
            ("\"\u{E9}\"", "\"e\u{301}\"", false), ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}", false),
        ])
    func equivalence(left: String, right: String, expected: Bool) throws {
        let left = try JSONValue(parsing: left)
        let right = try JSONValue(parsing: right)
        #expect(left.isEquivalent(to: right) == expected)
        #expect(right.isEquivalent(to: left) == expected)
        #expect(left.isEquivalent(to: left))
    }
}
