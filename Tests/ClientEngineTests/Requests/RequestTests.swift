import Testing

@testable import ClientEngine

@Suite("Requests")
struct RequestTests {
    static let queries: [(url: String, query: Parameters, expected: String)] = [
        ("/a", [:], "/a"),
        ("/a", ["q": "x"], "/a?q=x"),
        ("/a", ["q": "1", "q": "2"], "/a?q=1&q=2"),
        ("/a?b=c", ["q": "x"], "/a?b=c&q=x"),
        ("/a?", ["q": "x"], "/a?q=x"),
        ("/a?b&", ["q": "x"], "/a?b&q=x"),
        ("/a#f", ["q": "x"], "/a?q=x#f"),
        ("/a#f?g", ["q": "x"], "/a?q=x#f?g"),
        ("/a", ["a b": "c&d=e+f"], "/a?a%20b=c%26d%3De%2Bf"),
        ("/a", ["k": "é/?#%"], "/a?k=%C3%A9%2F%3F%23%25"),
        ("/a", ["k": "aZ09*-._~"], "/a?k=aZ09*-._%7E"),
        ("/a", ["": ""], "/a?="),
    ]

    @Test("a query is added behind the URL's own and before its fragment", arguments: queries.indices)
    func query(index: Int) {
        let (url, query, expected) = Self.queries[index]
        #expect(Request.get(url, query: query).url == expected)
    }

    @Test("each verb has its method and its body")
    func verbs() {
        let requests: [Request] = [
            .get("/"), .head("/"), .delete("/"), .post("/", body: .text("a")), .put("/", body: .text("a")),
            .patch("/", body: .text("a")),
        ]
        #expect(requests.map(\.method) == [.get, .head, .delete, .post, .put, .patch])
        #expect(requests.map(\.body.isNone) == [true, true, true, false, false, false])
        #expect(requests.map(\.method.isIdempotent) == [true, true, true, false, true, false])
    }

    @Test("with changes a copy")
    func with() {
        let request = Request.get("/a")
        let named = request.with { $0.name = "n" }
        #expect(request.name == nil)
        #expect(named.name == "n")
        #expect(named.url == "/a")
    }

    @Test("a body of JSON is what the encoder writes, and its error is passed on")
    func json() throws {
        #expect(Body.json(["a": 1]) == .bytes(Array(#"{"a":1}"#.utf8), contentType: "application/json"))
        #expect(throws: EncodingError.self) { try Body.json(Double.nan) }
    }
}
