import Testing

@testable import ClientEngine

@Suite("URLs that were parsed before")
struct ParsedURLsTests {
    private func urls(_ base: String?, _ environments: [ServerEnvironment] = []) -> ParsedURLs {
        var configuration = ClientConfiguration()
        configuration.baseURL = base
        configuration.environments = environments
        return ParsedURLs(configuration)
    }

    @Test("a URL is the same however often it is asked for, and however many others were")
    func same() throws {
        let known = urls("http://h.test/a/b")
        for round in 0..<3 {
            for number in 0..<1_000 {
                let url = try known.target(of: .get("c?\(number)"))
                #expect(url.text == "http://h.test/a/b/c?\(number)", "round \(round)")
            }
        }
        #expect(known.base?.url.path == "/a/b/")
        #expect(urls(nil).base == nil)
    }

    @Test("the same reference goes elsewhere for a request that names another server")
    func environments() throws {
        let far = try ServerEnvironment("far", baseURL: "http://far.test/x")
        let known = urls("http://h.test", [far])
        for _ in 0..<2 {
            #expect(try known.target(of: .get("c")).text == "http://h.test/c")
            let request = Request.get("c").with { $0.environment = "far" }
            #expect(try known.target(of: request).text == "http://far.test/x/c")
        }
    }

    @Test("what cannot be used fails each time; so does every reference to a base that cannot be used")
    func failing() {
        let known = urls(nil)
        for _ in 0..<2 { #expect(throws: ClientError.self) { try known.target(of: .get("ftp://h.test")) } }
        let baseless = urls("http://")
        for _ in 0..<2 { #expect(throws: ClientError.self) { try baseless.target(of: .get("/x")) } }
    }
}
