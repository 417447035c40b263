import Testing

@testable import ClientEngine

@Suite("Requests with a base")
struct RequestInheritingTests {
    private let base = Request.post("http://h/api", body: .text("x")).header("A", "base").header("B", "base")
        .with {
            $0.attemptTimeout = .seconds(5)
            $0.totalTimeout = .seconds(9)
            $0.retry = .never
            $0.followsRedirects = false
            $0.timeouts.connect = .seconds(1)
            $0.environment = "one"
            $0.environmentDefaults = .always
            $0.name = "base"
            $0.identifier = "base"
            $0.isIdempotent = true
            $0.countsAsActivity = false
        }

    @Test(
        "go behind the base's URL, unless they are absolute",
        arguments: [
            ("users", "http://h/api/users"), ("/users", "http://h/api/users"), ("?q=1", "http://h/api?q=1"),
            ("", "http://h/api"), ("https://other/x", "https://other/x"),
        ])
    func url(own: String, expected: String) {
        #expect(Request.get(own).inheriting(from: base).url == expected)
    }

    @Test("take what they leave open, but never method, body, name, identifier and idempotence")
    func settings() {
        let request = Request.get("x").inheriting(from: base)
        #expect(request.method == .get)
        #expect(request.body == .none)
        #expect(request.name == nil && request.identifier == nil && request.isIdempotent == nil)
        #expect(request.attemptTimeout == .seconds(5) && request.totalTimeout == .seconds(9))
        #expect(request.retry == .never && request.followsRedirects == false)
        #expect(request.timeouts == Timeouts(connect: .seconds(1)))
        #expect(request.environment == "one" && request.environmentDefaults == .always)
        #expect(request.countsAsActivity == false)
        let own = Request.get("x").with {
            $0.attemptTimeout = .seconds(1)
            $0.followsRedirects = true
            $0.environment = "two"
        }
        .inheriting(from: base)
        #expect(own.attemptTimeout == .seconds(1) && own.followsRedirects == true && own.environment == "two")
    }

    @Test("have headers and values of their own before the base's, whatever their case")
    func headers() {
        let key = UserInfo.Key<Int>("k")
        let other = UserInfo.Key<Int>("o")
        let base = base.userInfo(key, 1).userInfo(other, 1)
        let request = Request.get("x").header("a", "own").header("C", "own").userInfo(key, 2)
            .inheriting(from: base)
        #expect(request.headers == ["a": "own", "B": "base", "C": "own"])
        #expect(request.userInfo[key] == 2 && request.userInfo[other] == 1)
    }

    @Test("have their parameters merged with the base's, set by set")
    func parameters() {
        let base = Request.get("http://h").parameters(["a": 1, "b": 1]).parameters(
            ["u": 1, "v": 1], in: .query)
        let request = Request.get("x").parameters(["b": 2]).parameters(["v": 2], in: .query)
            .parameters(["j": 1], in: .json).inheriting(from: base)
        #expect(request.parameters == ["a": 1, "b": 2])
        #expect(
            request.parameterSets == [
                ParameterSet(parameters: ["j": 1], placement: .json),
                ParameterSet(parameters: ["u": 1, "v": 2], placement: .query),
            ])
        let json = Request.post("x").parameters(["j": 1]).with { $0.placement = .json }
            .inheriting(from: Request.get("http://h").parameters(["q": 1]).with { $0.placement = .query })
        #expect(json.placement == .json && json.parameters == ["j": 1])
        #expect(json.parameterSets == [ParameterSet(parameters: ["q": 1], placement: .query)])
    }

    @Test("take what proves who sends the base only to its own origin")
    func credentials() {
        let base = base.header("Authorization", "Basic x").with { $0.authentication = .bearer("t") }
        for url in ["x", "http://H:80/other"] {
            let request = Request.get(url).inheriting(from: base)
            #expect(request.headers["Authorization"] == "Basic x")
            #expect(request.authentication == .bearer("t"))
            #expect(request.environmentDefaults == .always)
        }
        let elsewhere = Request.get("http://other/x").inheriting(from: base)
        #expect(elsewhere.headers == ["A": "base", "B": "base"])
        #expect(elsewhere.authentication == nil)
        #expect(elsewhere.environmentDefaults == .inScope)
    }

    // MARK: - All of them

    /// A property of a request, with a value different from the default.
    struct Setting: Sendable, CustomTestStringConvertible {
        let name: String
        let set: @Sendable (inout Request) -> Void
        let value: @Sendable (Request) -> AnyHashable

        var testDescription: String { name }

        init<Value: Hashable & Sendable>(
            _ name: String, _ path: WritableKeyPath<Request, Value> & Sendable, _ value: Value
        ) {
            self.name = name
            set = { $0[keyPath: path] = value }
            self.value = { $0[keyPath: path] }
        }
    }

    private struct Silent: Interceptor {}

    static let inherited: [Setting] = [
        Setting("url", \.url, "http://h/api"), Setting("headers", \.headers, ["A": "b"]),
        Setting("parameters", \.parameters, ["a": "b"]),
        Setting("parameterSets", \.parameterSets, [ParameterSet(parameters: ["a": "b"], placement: .query)]),
        Setting("environment", \.environment, "one"),
        Setting("environmentDefaults", \.environmentDefaults, .always),
        Setting("userInfo", \.userInfo, Request.get("").userInfo(UserInfo.Key<Int>("k"), 1).userInfo),
        Setting("userInfo", \.mock, Request.get("").mocked(.status(204)).mock),
        Setting("authentication", \.authentication, .bearer("t")),
        Setting("interceptors", \.interceptors, .replacing([Silent()])),
        // ``RequestOptionsTests`` covers each option.
        Setting("options", \.options, Request.get("").with { $0.retry = .untilSuccess() }.options),
    ]

    static let ownAlone: [Setting] = [
        Setting("method", \.method, .put), Setting("body", \.body, .text("b")),
        Setting("identifier", \.identifier, "i"), Setting("name", \.name, "n"),
        Setting("isIdempotent", \.isIdempotent, true),
    ]

    @Test("every stored property is known to the tests that follow")
    func all() {
        let names = Mirror(reflecting: Request.get("").stored.value).children.compactMap(\.label)
        #expect(Set(names) == Set((Self.inherited + Self.ownAlone).map(\.name)))
    }

    @Test("what they leave open comes from the base", arguments: inherited)
    func open(setting: Setting) {
        let base = Request.get("").with { setting.set(&$0) }
        let request = Request.get("").inheriting(from: base)
        #expect(setting.value(request) == setting.value(base))
        #expect(setting.value(request) != setting.value(.get("")), "a new request has it anyway")
    }

    @Test("what they say themselves stays", arguments: inherited + ownAlone)
    func own(setting: Setting) {
        let own = Request.get("").with { setting.set(&$0) }
        #expect(setting.value(own.inheriting(from: .get(""))) == setting.value(own))
    }

    @Test("what is never inherited is not", arguments: ownAlone)
    func never(setting: Setting) {
        let base = Request.get("").with { setting.set(&$0) }
        #expect(setting.value(Request.get("").inheriting(from: base)) == setting.value(.get("")))
    }
}
