import ClientEngine
import Testing

@testable import InspectorValues

@Suite("Kinds of calls")
struct CallKindTests {
    @Test("Method, host, port, the path without what it names, and the name of the request tell calls apart")
    func kinds() throws {
        func kind(_ method: String, _ url: String, _ name: String?) throws -> String? {
            CallKind(method: method, url: try RequestURL(parsing: url), name: name)?.description
        }
        #expect(try kind("GET", "https://A.test/x/1?y=2", nil) == "GET a.test/x/{id}")
        #expect(try kind("POST", "http://a.test:8080/graphql", "All") == "POST a.test:8080/graphql #All")
        #expect(CallKind(method: "GET", url: nil, name: "x") == nil)
    }
}
