import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine
@testable import ClientEngineCompatibility

@Suite("Environments", .timeLimit(.minutes(1)))
struct ServerEnvironmentTests {
    /// Whether a request to this URL is within the environment `http://h/v1`.
    static let matrix: [(url: String, isInScope: Bool)] = [
        ("foo", true), ("", true), ("/foo", false), ("/v1/foo", true), ("http://h/v1/", true),
        ("http://h/v1/foo", true), ("http://other/v1/foo", false),
    ]

    private func configuration() throws -> ClientConfiguration {
        var configuration = ClientConfiguration()
        configuration.environments = [
            try ServerEnvironment(
                "one", baseURL: "http://h/v1", defaultHeaders: ["X-Key": "1", "Accept": "a/b"],
                authentication: .bearer("t1")),
            try ServerEnvironment("two", baseURL: "http://h/v1/two/", defaultHeaders: ["X-Key": "2"]),
            try ServerEnvironment("far", baseURL: "http://far/", defaultHeaders: ["X-Key": "3"]),
        ]
        configuration.defaultHeaders = ["X-All": "yes"]
        return configuration
    }

    @Test("their defaults reach what is below their base and nothing else", arguments: matrix.indices)
    func scope(index: Int) throws {
        let example = Self.matrix[index]
        let configuration = try configuration()
        let texts: [any RequestTarget] = [example.url] + (URL(string: example.url).map { [$0] } ?? [])
        for target in texts {
            let prepared = PreparedRequest(.get(target.requestURL), ClientSettings(configuration))
            #expect(prepared.error == nil)
            #expect((prepared.environment?.name == "one") == example.isInScope)
            #expect((prepared.headers["X-Key"] == "1") == example.isInScope)
            #expect(prepared.headers["X-All"] == "yes")
            let url = try #require(prepared.url)
            let credentials = prepared.settings.authorization.credentials(for: url)
            #expect((credentials == .bearer("t1")) == example.isInScope)
        }
    }

    @Test("the request's own fields win, and it may name its environment")
    func merging() throws {
        let configuration = try configuration()
        let own = PreparedRequest(.get("foo").header("x-key", "own"), ClientSettings(configuration))
        #expect(own.headers == ["x-key": "own", "Accept": "a/b", "X-All": "yes"])
        let far = PreparedRequest(
            Request.get("foo").with { $0.environment = "far" }, ClientSettings(configuration))
        #expect(far.url?.text == "http://far/foo")
        #expect(far.headers["X-Key"] == "3")
        let absolute = Request.get("http://h/v1/foo").with { $0.environment = "far" }
        #expect(PreparedRequest(absolute, ClientSettings(configuration)).environment == nil)
    }

    @Test("the one with the longest base path governs")
    func nearest() throws {
        let environments = try configuration().environments
        let names = try ["http://h/v1/two/x", "http://h/v1/x", "http://h/x", "http://far/x"].map {
            environments.governing(try RequestURL(parsing: $0))?.name
        }
        #expect(names == ["two", "one", nil, "far"])
    }

    @Test("a request may take the defaults outside too, or never")
    func outside() throws {
        let configuration = try configuration()
        func prepared(_ url: String, _ defaults: EnvironmentDefaults) -> PreparedRequest {
            PreparedRequest(
                Request.get(url).header("Accept", "x/y").with { $0.environmentDefaults = defaults },
                ClientSettings(configuration))
        }
        let always = prepared("/foo", .always)
        #expect(always.headers == ["Accept": "x/y", "X-Key": "1", "X-All": "yes"])
        let url = try #require(always.url)
        #expect(always.settings.authorization.credentials(for: url) == .bearer("t1"))
        let never = prepared("foo", .never)
        #expect(never.headers == ["Accept": "x/y", "X-All": "yes"])
        #expect(try never.settings.authorization.credentials(for: #require(never.url)) == nil)
    }

    @Test("whether a length is required and cookies are used can be said for one server")
    func bodiesAndCookies() throws {
        var strict = try ServerEnvironment("strict", baseURL: "http://a.test/v1/")
        strict.sendsContentLength = true
        strict.usesCookies = false
        var configuration = ClientConfiguration()
        configuration.environments = [strict]
        let inside = PreparedRequest(.get("http://a.test/v1/x"), ClientSettings(configuration)).settings
            .options
        #expect(inside.sendsContentLength && !inside.usesCookies)
        let outside = PreparedRequest(.get("http://a.test/x"), ClientSettings(configuration)).settings.options
        #expect(!outside.sendsContentLength && outside.usesCookies)
        let own = Request.get("http://a.test/v1/x").with { $0.sendsContentLength = false }
        #expect(!PreparedRequest(own, ClientSettings(configuration)).settings.options.sendsContentLength)
    }

    @Test("a name that is not there is an error that tells what may be meant")
    func unknown() throws {
        let request = Request.get("foo").with { $0.environment = "tow" }
        let prepared = PreparedRequest(request, ClientSettings(try configuration()))
        #expect(prepared.error?.message == "there is no environment “tow”")
        #expect(prepared.error?.hint?.contains("“two”") == true)
    }

    @Test("without a base a relative URL is an error that names it, and an absolute one is sent")
    func noBase() async throws {
        let server = try SandboxServer.start()
        let client = Client()
        for reference in ["foo", "/foo", ""] {
            let error = await #expect(throws: ClientError.self) { try await client.send(.get(reference)) }
            #expect(error?.label == "invalidRequest/queue")
            #expect(error?.message.contains("“\(reference)”") == true)
            #expect(error?.message.contains("no base URL") == true)
        }
        #expect(try await client.send(.get(server.url + "/hello")).status == 200)
        let url = try #require(URL(string: server.url + "/hello"))
        #expect(try await client.send(.get(url)).status == 200)
    }

    @Test("a client sends to several servers, each with its own headers and credentials")
    func sent() async throws {
        let servers = try [SandboxServer.start(), SandboxServer.start()]
        let environments = try servers.enumerated().map { index, server in
            try ServerEnvironment(
                "\(index)", baseURL: server.url + "/", defaultHeaders: ["X-Server": "\(index)"],
                authentication: .bearer("token\(index)"))
        }
        let client = Client { $0.environments = environments }
        for name in ["0", "1"] {
            _ = try await client.send(Request.get("inspect").with { $0.environment = name })
        }
        _ = try await client.send(.get(servers[1].url + "/inspect"))
        #expect(servers[0].requests.map { $0.header("X-Server") } == ["0"])
        #expect(servers[1].requests.map { $0.header("X-Server") } == ["1", "1"])
        #expect(servers[1].requests.map { $0.header("Authorization") } == ["Bearer token1", "Bearer token1"])
    }

    @Test(
        "a redirect that leads away from a server leaves its defaults behind, but not the request's own fields"
    )
    func redirected() async throws {
        let servers = try [SandboxServer.start(), SandboxServer.start()]
        let environment = try ServerEnvironment(
            "one", baseURL: servers[0].url, defaultHeaders: ["X-Shop": "1", "X-Own": "default"])
        let client = Client { $0.environments = [environment] }
        for target in [servers[0].url + "/inspect", servers[1].url + "/inspect"] {
            let request = Request.get("/redirect/1", query: ["to": target]).header("X-Own", "2")
            #expect(try await client.send(request).status == 200)
        }
        #expect(servers[0].requests.map { $0.header("X-Shop") } == ["1", "1", "1"])
        #expect(servers[1].requests.map { $0.header("X-Shop") } == [nil])
        #expect(servers[1].requests.map { $0.header("X-Own") } == ["2"])
    }

    @Test("the user agent names program, version and system")
    func userAgent() {
        let system = UserAgent.System(model: "x86_64", name: "Linux", version: "6.1", locale: "en_US")
        var agent = UserAgent(name: "App", version: "2.1", build: "7", system: system)
        #expect(
            agent.text == "App 2.1 rv:7 (device_model:x86_64; system_os:Linux; system_version:6.1; en_US)")
        agent.build = "2.1"
        agent.name = "A\r\n(p) \u{FC}"
        #expect(agent.text.hasPrefix("A__p_ _ 2.1 (device_model"))
        #expect(UserAgent.System.short("6.1.0-18-amd64") == "6.1")
        #expect(UserAgent.System.short("6.1.2") == "6.1.2")
        #expect(UserAgent.System.short("5") == "5")
        let current = UserAgent.System.current(locale: Locale(identifier: "de_CH"))
        #expect(current.name == "Linux")
        #expect(!current.model.isEmpty && !current.version.isEmpty)
        #expect(current.locale == "de_CH")
    }
}
