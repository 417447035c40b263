import ClientEngineWireMock
import EngineHTTP
import Foundation
import Testing

@testable import EngineMocks

@Suite("Mocks that want parts of a request")
struct MockPartsTests {
    private func matches(
        _ request: MockedRequest, _ change: (inout Mock.Match) -> Void
    ) throws -> Bool {
        var match = Mock.Match(address: .any)
        change(&match)
        var request = request
        return try MockMatcher(match).matches(&request, at: Date(timeIntervalSince1970: 0))
    }

    private func request(
        _ target: String = "/", _ method: EngineHTTP.HTTPMethod = .get, headers: Headers = [:],
        body: Body = .none
    ) -> MockedRequest {
        MockedRequest(method: method, url: .at(target), headers: headers, body: body, clientIP: "10.0.0.7")
    }

    @Test(
        "one method, several, or all but some; capitals do not matter",
        arguments: [
            (Mock.Methods.any, "PURGE", true), (.only("get"), "GET", true),
            (.oneOf(["GET", "put"]), "PUT", true),
            (.oneOf(["GET", "PUT"]), "POST", false), (.noneOf(["GET"]), "get", false),
            (.noneOf(["GET"]), "POST", true),
        ] as [(Mock.Methods, String, Bool)])
    func methods(methods: Mock.Methods, name: String, isMatch: Bool) throws {
        let asked = request("/", EngineHTTP.HTTPMethod(rawValue: name))
        #expect(try matches(asked) { $0.methods = methods } == isMatch)
    }

    @Test("scheme, host, port and the client's address")
    func server() throws {
        #expect(try matches(request()) { $0.scheme = "http" })
        #expect(try !matches(request()) { $0.scheme = "https" })
        #expect(try matches(request()) { $0.host = .matches("api\\..*") })
        #expect(try !matches(request()) { $0.host = .equalTo("api.example") })
        #expect(try matches(request()) { $0.port = 80 })
        #expect(try !matches(request()) { $0.port = 8080 })
        #expect(try matches(request()) { $0.clientIP = .contains("10.") })
        #expect(try !matches(request()) { $0.clientIP = .equalTo("127.0.0.1") })
    }

    @Test("cookies, by all lines of them")
    func cookies() throws {
        let asked = request(headers: ["Cookie": "a=1; b=2", "Cookie": "c==3=; odd"])
        #expect(try matches(asked) { $0.cookies = [.init("b", "2"), .init("c", "=3=")] })
        #expect(try matches(asked) { $0.cookies = [.init("d", .absent)] })
        #expect(try !matches(asked) { $0.cookies = [.init("a", "2")] })
        #expect(try !matches(request()) { $0.cookies = [.init("a", .contains(""))] })
    }

    @Test(
        "A cookie in quotation marks has the value between them",
        arguments: [
            (#"c="abc""#, "abc"), (#"x=1; c="a\"bc""#, #"a"bc"#), (#"c="abc"#, #""abc"#),
            (#"c=a"bc""#, #"a"bc""#),
            (#"c="""#, ""), (#"c=""#, #"""#),
        ])
    func quotedCookies(line: String, value: String) throws {
        let asked = request(headers: ["Cookie": line])
        #expect(try matches(asked) { $0.cookies = [.init("c", value)] })
    }

    @Test(
        "A path to one place finds no null and nothing empty; a path that searches finds them",
        arguments: [
            ("$.id", #"{"id": null}"#, false), ("$.id", #"{"id": []}"#, false),
            ("$.id", #"{"id": ""}"#, true),
            ("$..id", #"{"a": {"id": null}}"#, true), ("$..id", #"{"id": []}"#, true), ("$..id", "{}", false),
            ("$.a[*].id", #"{"a": [{"id": null}]}"#, true), ("$.a[*].id", #"{"a": [{}]}"#, false),
        ])
    func emptyFindings(path: String, body: String, isMatch: Bool) throws {
        let asked = request("/", .post, body: .text(body))
        #expect(try matches(asked) { $0.body = [.matchesJSONPath(path)] } == isMatch)
        let nulls = ValueMatcher.equalToJSON(.init([nil]))
        let found = request("/", .post, body: .text(#"{"id": null}"#))
        #expect(try matches(found) { $0.body = [.matchesJSONPath("$..id", nulls)] })
    }

    @Test("the parameters of a form, and of a form alone")
    func form() throws {
        let type: Headers = ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"]
        let body = Body.text("a=1&b=x+y%21&a=2")
        #expect(try matches(request(headers: type, body: body)) { $0.form = [.init("b", "x y!")] })
        #expect(
            try matches(request(headers: type, body: body)) {
                $0.form = [.init("a", values: .exactly([.equalTo("1"), .equalTo("2")]))]
            })
        #expect(try !matches(request(body: body)) { $0.form = [.init("a", "1")] })
    }

    @Test("a login, as its header says it")
    func login() throws {
        let asked = request(headers: ["Authorization": "Basic bWU6c2VjcmV0"])
        #expect(try matches(asked) { $0.login = .init(user: "me", password: "secret") })
        #expect(try !matches(asked) { $0.login = .init(user: "me", password: "other") })
        #expect(try !matches(request()) { $0.login = .init(user: "me", password: "secret") })
    }

    @Test("what the names in a path stand for")
    func pathParameters() throws {
        func isMatch(_ target: String) throws -> Bool {
            try matches(request(target)) {
                $0.address = .pathTemplate("/users/{id}/{kind}")
                $0.pathParameters = [.init("id", .matches("[0-9]+"))]
            }
        }
        #expect(try isMatch("/users/12/x"))
        #expect(try !isMatch("/users/me/x"))
        #expect(try !isMatch("/users/12"))
    }

    @Test("a body, which is not there when it is empty")
    func body() throws {
        let asked = request("/", .post, body: .text(#"{"a":1}"#))
        #expect(try matches(asked) { $0.body = [.contains("a"), .matchesJSONPath("$.a")] })
        #expect(try !matches(asked) { $0.body = [.contains("a"), .contains("b")] })
        #expect(try matches(request("/", .post, body: .text(""))) { $0.body = [.absent] })
        #expect(try matches(request("/", .post)) { $0.body = [.doesNotContain("a")] })
        let form = Body.multipart(Multipart(["n": "value"]))
        #expect(try matches(request("/", .post, body: form)) { $0.body = [.contains("value")] })
    }
}
