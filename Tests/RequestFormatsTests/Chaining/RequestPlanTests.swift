import ClientEngine
import InspectorTestSupport
import RequestFormats
import Testing

@Suite("The order in which requests need each other", .ownThread)
struct RequestPlanTests {
    private func plan(
        _ text: String, asking names: String..., dialect: HTTPFile.Dialect = .union,
        after memory: SessionValues = SessionValues()
    ) throws -> RequestPlan {
        let file = HTTPFile(parsing: text, path: "test.http", dialect: dialect)
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles(["a.json": "{}"]))
        let asked = try names.map { try file.request(named: $0) }
        return RequestPlan(
            of: asked.isEmpty ? file.requests : asked, with: resolver, after: memory)
    }

    private static let shop = """
        ### Orders
        # @name orders
        GET http://a/orders
        Authorization: Bearer {{login.response.body.token}}

        ###
        # @name pay
        # @ref orders
        POST http://a/pay?t={{login.response.body.token}}

        ###
        # @name login
        POST http://a/login

        {}

        ###
        # @name alone
        GET http://a/alone
        """

    private func names(_ plan: RequestPlan) -> [String] { plan.steps.map(\.saved.label) }

    @Test("what a request refers to comes first, once, and is said to be needed")
    func references() throws {
        let all = try plan(Self.shop)
        #expect(names(all) == ["login", "orders", "pay", "alone"])
        #expect(all.steps.map(\.neededBy) == [nil, nil, nil, nil])
        #expect(all.problems.isEmpty)
        let one = try plan(Self.shop, asking: "pay")
        #expect(names(one) == ["login", "orders", "pay"])
        #expect(one.steps.map(\.neededBy) == ["orders", "pay", nil])
        #expect(one.steps.map(\.needs) == [[], [0], [1, 0]])
        #expect(try names(plan(Self.shop, asking: "alone")) == ["alone"])
    }

    @Test("what the session has is not sent again, unless a request insists")
    func memory() throws {
        let file = HTTPFile(parsing: Self.shop, path: "test.http")
        var memory = SessionValues()
        memory.keep(
            try .sample(body: #"{"token":"t"}"#), of: try file.request(named: "login"), in: "test.http")
        #expect(try names(plan(Self.shop, asking: "orders", after: memory)) == ["orders"])
        let insisting = Self.shop.replacing("# @name orders", with: "# @name orders\n# @force-ref login")
        #expect(try names(plan(insisting, asking: "orders", after: memory)) == ["login", "orders"])
        #expect(try names(plan(insisting, asking: "login", "orders")) == ["login", "login", "orders"])
        var other = SessionValues()
        other.keep(try .sample(), of: try file.request(named: "login"), in: "another.http")
        #expect(try names(plan(Self.shop, asking: "orders", after: other)) == ["login", "orders"])
    }

    @Test(
        "requests that need each other in a circle are refused, and the circle is named",
        arguments: [
            "# @name a\n# @ref b\nGET http://a\n###\n# @name b\nGET http://b/{{a.response.body.x}}\n",
            "# @name a\nGET http://a/{{b.response.body}}\n###\n# @name b\n# @ref a\nGET http://b\n",
            "# @name a\n# @assert body.x == {{b.response.body.x}}\nGET http://a\n###\n# @name b\n# @forceRef a\nGET http://b\n",
        ])
    func cycles(text: String) throws {
        let plan = try plan(text)
        let problem = try #require(plan.problems.first)
        guard case .cycle(let names) = problem.kind else {
            Issue.record("\(problem)")
            return
        }
        #expect(names.first == names.last)
        #expect(Set(names) == ["a", "b"])
        #expect(problem.line > 0)
    }

    @Test("requests may need each other 64 deep, and not one more")
    func depth() throws {
        let chain = { (count: Int) in
            (1..<count).map { "###\n# @name a\($0)\n# @ref a\($0 + 1)\nGET http://a\n" }.joined()
                + "###\n# @name a\(count)\nGET http://a\n"
        }
        #expect(try plan(chain(64)).problems.isEmpty)
        #expect(try plan(chain(65)).problems.map(\.kind) == [.tooDeep])
        #expect(try plan(chain(200)).problems.contains { $0.kind == .tooDeep })
    }

    @Test("every request that cannot be sent is told, and the first hundred with what was perhaps meant")
    func problems() throws {
        let plan = try plan("@bc = d\n" + String(repeating: "###\nGET http://a/{{bd}}\n", count: 1_000))
        #expect(plan.problems.count == 1_000)
        #expect(plan.problems.allSatisfy { $0.kind == .undefined(name: "bd") })
        #expect(plan.problems.count { $0.near == ["bc"] } == RequestPlan.maximumProblems)
    }

    @Test("what cannot be sent keeps nothing else from being sent, and brings nothing with it")
    func leftOut() throws {
        let text = """
            # @name login
            # @capture token = body.token
            GET http://a/login
            ###
            # @ref login
            GET http://a/{{nothing}}
            ###
            # @name second
            GET http://a/second
            ###
            # @name third
            # @ref fourth
            GET http://a/{{nothing}}
            ###
            # @name fourth
            GET http://a/fourth
            ###
            # @ref third
            GET http://a/fifth
            ###
            GET http://a/{{token}}
            """
        let all = try plan(text)
        #expect(names(all) == ["login", "second", "fourth", "GET http://a/{{token}}"])
        #expect(all.leftOut.map(\.saved.number) == [2, 4, 6])
        #expect(all.problems.map(\.line) == [6, 13, 13])
        #expect(all.steps.allSatisfy { $0.neededBy == nil })
        let some = try plan(text, asking: "2", "second", "7")
        #expect(names(some) == ["second", "login", "GET http://a/{{token}}"])
        #expect(some.steps.map(\.needs) == [[], [], [1]])
    }

    @Test(
        "many requests are planned in linear time",
        arguments: [
            "###\n# @name a\nGET http://a/{{a.response.body.b}}{{c}}\n",
            "###\n# @ref first\nGET http://a/{{first.response.body.x}}\n",
            "###\n# @name a\n# @capture t% = body.t\nGET http://a\n",
            "###\n# @name a%\n# @forceRef first\nGET http://a\n",
            "###\nGET http://a/{{last}}\n",
        ])
    func many(unit: String) throws {
        let first = "###\n# @name first\nGET http://a\n"
        let last = "###\n# @capture last = body.x\nGET http://a\n"
        let growth = try growth(to: 500) { size in
            let middle = (1...size).map { unit.replacing("%", with: "\($0)") }
            _ = try plan(first + middle.joined() + last)
        }
        #expect(growth < 8)
    }

    @Test("a request that refers to itself is a circle")
    func itself() throws {
        let plan = try plan("# @name a\nGET http://a/{{a.response.body}}\n")
        #expect(plan.problems.map(\.kind) == [.cycle(["a", "a"])])
    }

    @Test("a variable that another request captures sends that first; a known one does not")
    func captures() throws {
        let text = """
            GET http://a/{{token}}/{{other}}

            ###
            # @name login
            # @capture token = body.token
            GET http://a/login

            > {% client.global.set("other", response.body.other) %}
            """
        #expect(try names(plan(text, asking: "1")) == ["login", "GET http://a/{{token}}/{{other}}"])
        var memory = SessionValues()
        memory.keep(["token": "t", "other": "o"])
        let later = try plan(text, asking: "1", after: memory)
        #expect(later.steps.map(\.preview?.url) == ["http://a/t/o"])
    }

    @Test("what nothing brings is refused before anything is sent, with what was perhaps meant")
    func unknown() throws {
        for (text, near) in [
            ("# @name login\nGET http://a\n###\nGET http://a/{{logon.response.body}}\n", "login"),
            ("# @name login\nGET http://a\n###\n# @ref logon\nGET http://a\n", "login"),
            ("GET http://a/{{token}}\n", nil),
            ("# @assert status == {{code}}\nGET http://a\n", nil),
            ("GET http://a\n\n>> {{dir}}/a.json\n", nil),
        ] {
            let plan = try plan(text)
            guard case .undefined = try #require(plan.problems.first).kind else {
                Issue.record("\(plan.problems)")
                continue
            }
            #expect(plan.problems[0].near == (near.map { [$0] } ?? []))
        }
    }

    @Test("strictly, a request stands behind those that it refers to")
    func strict() throws {
        #expect(try plan(Self.shop, dialect: .strict).problems.count == 2)
        let text = "# @name a\nGET http://a\n\n###\nGET http://b/{{a.response.body}}\n"
        #expect(try plan(text, dialect: .strict).problems.isEmpty)
    }

    @Test("with the values that came, the requests are filled in")
    func filledIn() throws {
        let file = HTTPFile(parsing: Self.shop, path: "test.http")
        let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
        var memory = SessionValues()
        let login = try file.request(named: "login")
        memory.keep(try .sample(body: #"{"token":"t 1"}"#), of: login, in: "test.http")
        let orders = try resolver.resolve(
            file.request(named: "orders"), with: memory.values(for: resolver))
        #expect(orders.headers["Authorization"] == "Bearer t 1")
        let other = RequestResolver(
            HTTPFile(parsing: Self.shop, path: "other.http"), variables: .fixed(), files: MemoryFiles())
        #expect(throws: ResolveError.self) {
            try other.resolve(file.request(named: "orders"), with: memory.values(for: other))
        }
        memory.keep(try .sample(body: "{}"), of: login, in: "test.http")
        let error = #expect(throws: ResolveError.self) {
            try resolver.resolve(file.request(named: "orders"), with: memory.values(for: resolver))
        }
        #expect(error?.message.contains("nothing at $['token']") == true)
    }
}

extension RequestPlan {
    fileprivate var problems: [ResolveError] { leftOut.map(\.error) }
}
