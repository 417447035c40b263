import ClientEngine
import EngineJSON
import Foundation
import Testing

@Suite("Parameters in a query or a form")
struct ParameterEncodingTests {
    @Test("everything is escaped but letters, digits and *-._, and a space is %20")
    func escaping() {
        let parameters: Parameters = [
            "foo": "bar", "key": "value + space", " +&=": " +&=", "*-.azAZ09_": "*-.azAZ09_", "!@?;~": "%",
        ]
        #expect(
            parameters.encoded()
                == "foo=bar&key=value%20%2B%20space&%20%2B%26%3D=%20%2B%26%3D&*-.azAZ09_=*-.azAZ09_"
                + "&%21%40%3F%3B%7E=%25")
        #expect(Body.form(parameters).bytes == Array(parameters.encoded().utf8))
    }

    static let expanded: [(parameters: Parameters, expected: String)] = [
        ([:], ""),
        (["a": nil], "a"),
        (["a": ""], "a="),
        (["a": 42, "b": 1.5, "c": true, "d": false], "a=42&b=1.5&c=true&d=false"),
        (["a": 1, "a": 2, "b": 3, "a": 4], "a=1&a=2&b=3&a=4"),
        (["a": ["x", "y"]], "a=x&a=y"),
        (["a": [String]()], ""),
        (["a": Set(["y", "x"])], "a=x&a=y"),
        (["a": ["q": "1", "p": "2"] as JSONValue], "a[q]=1&a[p]=2"),
        (["a": ["q": "1", "p": "2"]], "a[p]=2&a[q]=1"),
        (["foo": ["bar[]": [1, 2]]], "foo[bar][]=1&foo[bar][]=2"),
        (["value[]": ["x", "y"]], "value[]=x&value[]=y"),
        (
            ["value[]": ["dict": ["values[]": ["x", "y"]]] as JSONValue],
            "value[][dict][values][]=x&value[][dict][values][]=y"
        ),
        (["a": [["b": nil], ["c": "1"]] as JSONValue], "a[b]&a[c]=1"),
        (["a": ["b": [1, ["c": true]]] as JSONValue], "a[b]=1&a[b][c]=true"),
    ]

    @Test("nested values are unfolded in their order", arguments: expanded.indices)
    func expansion(index: Int) {
        let example = Self.expanded[index]
        let plain = example.parameters.encoded().replacing("%5B", with: "[").replacing("%5D", with: "]")
        #expect(plain == example.expected)
    }

    @Test("an encoding may write lists with brackets, spaces as plus, truth as digits, and keep ~")
    func styles() {
        let parameters: Parameters = ["a": ["x y", "~*"], "b[]": [true, false], "c": ["d": [1]]]
        let encoding = ParameterEncoding(
            lists: .brackets, spaces: .plus, booleans: .digits, escaping: .unreserved)
        #expect(
            parameters.encoded(encoding)
                == "a%5B%5D=x+y&a%5B%5D=~%2A&b%5B%5D=1&b%5B%5D=0&c%5Bd%5D%5B%5D=1")
    }

    @Test("values come from variables, query items, JSON and whatever can be encoded")
    func sources() throws {
        struct Filter: Encodable { var name: String, tags: [String], limit: Int?, isOpen: Bool }
        let term = "cats"
        let missing: String? = nil
        #expect(
            (["q": term, "n": term.count, "m": missing, "t": [term]] as Parameters).encoded()
                == "q=cats&n=4&m&t=cats")
        let items = [URLQueryItem(name: "b", value: "1"), URLQueryItem(name: "a", value: nil)]
        #expect(Parameters(items).encoded() == "b=1&a")
        let filter = Filter(name: "x", tags: ["a", "b"], limit: nil, isOpen: true)
        #expect(try Parameters(encoding: filter).encoded() == "isOpen=true&name=x&tags=a&tags=b")
        #expect(throws: EncodingError.self) { try Parameters(encoding: [1, 2]) }
        let json = try JSONValue(parsing: #"{"z":1.50,"a":[null,"x"],"e":{}}"#)
        #expect((["j": json] as Parameters).encoded() == "j%5Bz%5D=1.50&j%5Ba%5D&j%5Ba%5D=x")
        #expect(json.parameterValue == json)
        #expect((["v": Double.infinity, "w": UInt64.max] as Parameters).encoded() == "v=inf&w=\(UInt64.max)")
    }

    @Test("a name is found, replaced in its place, removed, and merged with the later value winning")
    func editing() {
        var parameters: Parameters = ["a": 1, "b": 2, "a": 3]
        #expect(parameters["a"] == 1)
        #expect(parameters["x"] == nil)
        #expect(parameters.values(of: "a") == [1, 3])
        parameters["a"] = 9
        #expect(parameters == ["a": 9, "b": 2])
        parameters["b"] = nil
        parameters["c"] = .null
        parameters.append("c", "d")
        #expect(parameters == ["a": 9, "c": nil, "c": "d"])
        #expect(parameters.merging(["c": 1, "e": 2]) == ["a": 9, "c": 1, "e": 2])
        #expect((["a": 1, "a": 2, "b": nil] as Parameters).json.serialized() == #"{"a":2,"b":null}"#)
    }
}
