import ClientEngine
import RequestFormats
import Testing

@Suite("Requests of documents that are imported")
struct ImportedRequestTests {
    private func resolver(
        _ path: String, _ text: String, _ values: [String: String] = [:], imports: [RequestResolver] = []
    ) -> RequestResolver {
        RequestResolver(
            HTTPFile(parsing: text, path: path), variables: .fixed(values), files: MemoryFiles(),
            imports: imports)
    }

    private func plan(_ resolver: RequestResolver) -> RequestPlan {
        RequestPlan(of: resolver.file.requests, with: resolver)
    }

    private static let login = "# @name login\n# @capture token = body.token\nPOST {{host}}/login\n"

    @Test("import lines and directives are found wherever they stand, with their places")
    func lines() {
        let text =
            "import a.http\n###\n  import  sub/b.http \n# @import ./c.http\nGET http://x\n\nimport no.http\n"
        let file = HTTPFile(parsing: text, path: "x.http")
        #expect(file.imports.map(\.path) == ["a.http", "sub/b.http", "./c.http"])
        #expect(file.imports.map(\.line) == [1, 3, 4] && file.imports.map(\.column) == [8, 11, 11])
        #expect(
            HTTPFile(parsing: "# @import a.http\nGET http://x\n", path: "x", dialect: .strict).imports == [])
    }

    @Test(
        "what is needed is sent first, with the variables of its own document",
        arguments: [
            "# @ref login\nGET http://b", "GET http://b/{{login.response.body.token}}",
            "GET http://b/{{token}}",
            "@t = {{login.response.body.token}}\nGET http://b/{{t}}",
        ])
    func needs(text: String) throws {
        let auth = resolver("auth.http", Self.login, ["host": "http://own"])
        let plan = plan(resolver("b.http", text, ["host": "http://other"], imports: [auth]))
        #expect(plan.leftOut.isEmpty)
        #expect(plan.steps.map(\.resolver.file.path) == ["auth.http", "b.http"])
        #expect(plan.steps[0].preview?.url == "http://own/login")
        #expect(plan.steps[0].neededBy == "GET \(text.split(separator: " ").last ?? "")")
        #expect(plan.steps[1].needs == [0])
    }

    @Test("a document's own requests come first, then the nearest import; one reached twice is one")
    func order() throws {
        let keys = resolver(
            "keys.http", "# @name key\nGET http://k\n### Own\n# @name login\nGET http://k/login\n")
        let auth = resolver("auth.http", "# @name login\n# @ref key\nGET http://a", imports: [keys])
        let text = "# @name own\nGET http://b\n###\n# @ref own\n# @ref login\n# @ref key\nGET http://c\n"
        let plan = plan(resolver("b.http", text, imports: [auth, keys]))
        #expect(plan.leftOut.isEmpty)
        #expect(plan.steps.compactMap(\.preview?.url) == ["http://b", "http://k", "http://a", "http://c"])
    }

    @Test("what is wrong there is told with its place, and so is a name that is nowhere")
    func errors() throws {
        let auth = resolver("auth.http", "\n# @name login\nPOST {{nothing}}/login\n")
        let text = "GET http://b/{{login.response.body.a}}\n###\n# @ref logon\nGET http://c\n"
        let plan = plan(resolver("b.http", text, imports: [auth]))
        #expect(
            plan.leftOut.map(\.error.message) == [
                "auth.http:3: The variable “nothing” is not defined.",
                "No request of this file or those it imports is called “logon”.",
            ])
        #expect(plan.leftOut.map(\.error.line) == [1, 3] && plan.leftOut[1].error.near == ["login"])
        #expect(plan.steps.isEmpty)
    }

    @Test("values are taken from the document that has sent the request")
    func values() throws {
        let auth = resolver("auth.http", Self.login, ["host": "http://own"])
        let own = resolver("b.http", "GET http://b/{{login.response.body.token}}\n", imports: [auth])
        var memory = SessionValues()
        memory.keep(try .sample(body: #"{"token":"t1"}"#), of: auth.file.requests[0], in: "auth.http")
        #expect(try own.resolve(own.file.requests[0], with: memory.values(for: own)).url == "http://b/t1")
        #expect(RequestPlan(of: own.file.requests, with: own, after: memory).steps.count == 1)
    }
}
