import ClientEngine
import Foundation
import Testing

/// Literals that a reader would write.
///
/// Compiling them is half of the test.
@Suite("Literals that mix types")
struct LiteralsTests {
    private let client = Client(baseURL: "http://a.test/")
    private let query = "page=1&q=swift&strict=true&ratio=0.5&tags=a&tags=b"

    private func sentQuery(_ preview: Request) throws -> String? {
        try RequestURL(parsing: preview.url).query
    }

    private func text(_ preview: Request) -> String {
        String(decoding: preview.body.bytes ?? [], as: UTF8.self)
    }

    @Test("are parameters, wherever parameters are wanted, beside variables of any type")
    func parameters() throws {
        let all: Parameters = ["page": 1, "q": "swift", "strict": true, "ratio": 0.5, "tags": ["a", "b"]]
        #expect(try sentQuery(client.preview(.get("s", query: all))) == query)
        let written = Request.get(
            "s", query: ["page": 1, "q": "swift", "strict": true, "ratio": 0.5, "tags": ["a", "b"]])
        #expect(try sentQuery(client.preview(written)) == query)
        let (page, term, isStrict, ratio, tags): (Int, String, Bool?, Double, [String]) =
            (1, "swift", true, 0.5, ["a", "b"])
        let variables = Request.get(
            "s", query: ["page": page, "q": term, "strict": isStrict, "ratio": ratio, "tags": tags])
        #expect(try sentQuery(client.preview(variables)) == query)
        let kept = Request.get("s").parameters(["page": 1, "q": "swift", "exact": nil])
        #expect(try sentQuery(client.preview(kept)) == "page=1&q=swift&exact")
        let nested = Request.get("s", query: ["f": ["name": .string(term), "age": 7] as JSONValue])
        #expect(try sentQuery(client.preview(nested)) == "f%5Bname%5D=swift&f%5Bage%5D=7")
    }

    @Test("are forms and JSON, in the order written, without try")
    func bodies() throws {
        let form = Request.post(
            "s", body: .form(["page": 1, "q": "a b", "strict": true, "tags": ["a", "b"]]))
        #expect(try text(client.preview(form)) == "page=1&q=a%20b&strict=true&tags=a&tags=b")
        let name = "Ada"
        let json = Request.post(
            "s",
            body: .json([
                "name": "\(name)", "age": 3, "pi": 3.5, "pets": ["cat", 1, nil], "of": ["b": 1, "a": true],
            ]))
        #expect(
            try text(client.preview(json))
                == #"{"name":"Ada","age":3,"pi":3.5,"pets":["cat",1,null],"of":{"b":1,"a":true}}"#)
        #expect(try text(client.preview(.post("s", body: .json(["b": 1, "a": 2])))) == #"{"b":1,"a":2}"#)
        let placed = Request.post("s").parameters(["q": name, "page": 1], in: .json)
        #expect(try text(client.preview(placed)) == #"{"q":"Ada","page":1}"#)
    }

    @Test("what can fail to be JSON says so where it is made")
    func encodable() throws {
        struct Order: Encodable { var price: Double }
        #expect(
            try Body.json(Order(price: 2)).bytes.map { String(decoding: $0, as: UTF8.self) }
                == #"{"price":2}"#)
        #expect(throws: EncodingError.self) { try Body.json(Order(price: .nan)) }
    }
}
