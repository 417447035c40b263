import ClientEngine
import Testing

@testable import ClientEngineCompatibility

@Suite("The query of older clients")
struct JewzruxinQueryTests {
    @Test("is written sorted, with names as they are")
    func encode() {
        let parameters: Parameters = [
            "k1": ["v1"], "k2": ["&;", "hello"], "k3": ["world"], "k4": [1],
            "k5": ["v1", 1] as JSONValue, "k7": 9, "k6": "v6",
        ]
        #expect(
            JewzruxinQuery.encode(parameters)
                == "k1=v1&k2=%26%3B&k2=hello&k3=world&k4=1&k5=1&k5=v1&k6=v6&k7=9")
        #expect(JewzruxinQuery.encode(["b": "~", "A": " ", "a b": nil]) == "A=%20&a b=&b=~")
    }

    static let parsed: [(text: String, base: String?, values: [String: [String]])] = [
        ("http://h/p?K1=v1&k2=a+b;k1=%26", "http://h/p", ["k1": ["v1", "&"], "k2": ["a b"]]),
        ("k1=v1&k2=v2", nil, ["k1": ["v1"], "k2": ["v2"]]),
        ("http://h/p", "http://h/p", [:]),
        ("?a&=b&c=", "", ["c": [""]]),
        ("/p?a=1#f", "/p", ["a": ["1#f"]]),
    ]

    @Test("is read with lower-cased names; what is no pair is dropped", arguments: parsed.indices)
    func parse(index: Int) {
        let example = Self.parsed[index]
        let query = JewzruxinQuery(parsing: example.text)
        #expect(query.base == example.base)
        #expect(query.values == example.values)
    }

    static let merged: [(text: String, parameters: Parameters, expected: String)] = [
        ("?k1=Content-Type%3Atext", ["k1": "1"], "?k1=1&k1=Content-Type%3Atext"),
        ("http://h/p", ["B": "2", "a": "1"], "http://h/p?a=1&b=2"),
        ("http://h/p?b=2", [:], "http://h/p?b=2"),
        ("http://h/p", [:], "http://h/p"),
        ("b=2", ["a": ["y", "x"]], "a=x&a=y&b=2"),
    ]

    @Test("takes parameters in and sorts them with its own", arguments: merged.indices)
    func merge(index: Int) {
        let example = Self.merged[index]
        var query = JewzruxinQuery(parsing: example.text)
        query.merge(example.parameters)
        #expect(query.text == example.expected)
    }
}
