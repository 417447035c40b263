import ClientEngine
import Testing

@testable import InspectorValues

@Suite("Kinds of calls")
struct CallKindTests {
    @Test(
        "Numbers and identifiers in a path are no difference",
        arguments: [
            ("/orders/42/items", "/orders/{}/items"), ("/", "/"), ("/v2/users", "/v2/users"),
            ("/f/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "/f/{}"), ("/sha/da39a3ee5e6b4b0d", "/sha/{}"),
            ("/a//b/", "/a//b/"), ("/notifications-settings", "/notifications-settings"),
        ])
    func template(path: String, template: String) {
        #expect(CallKind.template(of: path) == template)
    }

    @Test("Method, host, port and the name of the request are")
    func kinds() throws {
        func kind(_ method: String, _ url: String, _ name: String?) throws -> String? {
            CallKind(method: method, url: try RequestURL(parsing: url), name: name)?.description
        }
        #expect(try kind("GET", "https://A.test/x/1?y=2", nil) == "GET a.test/x/{}")
        #expect(try kind("POST", "http://a.test:8080/graphql", "All") == "POST a.test:8080/graphql #All")
        #expect(CallKind(method: "GET", url: nil, name: "x") == nil)
    }
}
