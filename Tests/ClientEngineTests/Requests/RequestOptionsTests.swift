import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("What a request leaves open")
struct RequestOptionsTests {
    /// An option with two values that differ from the default, and its effect on a task.
    struct Setting: Sendable, CustomTestStringConvertible {
        let name: String
        /// Sets the first or the second value.
        let set: @Sendable (inout RequestOptions, _ second: Bool) -> Void
        let value: @Sendable (RequestOptions) -> AnyHashable
        /// Returns the effective value for a task.
        let resolved: @Sendable (ResolvedOptions) -> AnyHashable
        let expected: @Sendable (_ second: Bool) -> AnyHashable

        var testDescription: String { name }

        init<Value: Hashable & Sendable>(
            _ name: String, _ path: WritableKeyPath<RequestOptions, Value?> & Sendable,
            _ resolved: KeyPath<ResolvedOptions, Value> & Sendable, _ first: Value, _ second: Value
        ) {
            self.name = name
            set = { $0[keyPath: path] = $1 ? second : first }
            value = { $0[keyPath: path] }
            self.resolved = { $0[keyPath: resolved] }
            expected = { $0 ? second : first }
        }

        init<Value: Hashable & Sendable>(
            optional name: String, _ path: WritableKeyPath<RequestOptions, Value?> & Sendable,
            _ resolved: KeyPath<ResolvedOptions, Value?> & Sendable, _ first: Value, _ second: Value
        ) {
            self.name = name
            set = { $0[keyPath: path] = $1 ? second : first }
            value = { $0[keyPath: path] }
            self.resolved = { $0[keyPath: resolved] }
            expected = { ($0 ? second : first) as Value? }
        }

        init(executor name: String) {
            self.name = name
            let executors = [QueueExecutor(), QueueExecutor()]
            set = { $0.taskExecutor = executors[$1 ? 1 : 0] }
            value = { $0.taskExecutor.map { ObjectIdentifier($0) } }
            resolved = { $0.taskExecutor.map { ObjectIdentifier($0) } }
            expected = { ObjectIdentifier(executors[$0 ? 1 : 0]) as ObjectIdentifier? }
        }

        init(unixSocket name: String) {
            self.name = name
            set = { $0.unixSocket = $1 ? "/run/b.sock" : "/run/a.sock" }
            value = { $0.unixSocket }
            resolved = { $0.unixSocket?.path }
            expected = { ($0 ? "/run/b.sock" : "/run/a.sock") as String? }
        }

        init(timeout name: String, _ part: WritableKeyPath<Timeouts, Duration?> & Sendable) {
            self.name = "timeouts." + name
            set = { $0.timeouts[keyPath: part] = $1 ? .seconds(2) : .seconds(1) }
            value = { $0.timeouts[keyPath: part] }
            resolved = { $0.timeouts[keyPath: part] }
            expected = { ($0 ? .seconds(2) : .seconds(1)) as Duration? }
        }
    }

    static let settings: [Setting] = [
        Setting(optional: "version", \.version, \.version, .http11, .http2),
        Setting("placement", \.placement, \.placement, .json, .query),
        Setting(
            "parameterEncoding", \.parameterEncoding, \.parameterEncoding,
            ParameterEncoding(escaping: .unreserved), ParameterEncoding(lists: .brackets)),
        Setting("sendsContentLength", \.sendsContentLength, \.sendsContentLength, true, false),
        Setting(timeout: "connect", \.connect), Setting(timeout: "firstByte", \.firstByte),
        Setting(timeout: "head", \.head), Setting(timeout: "idle", \.idle),
        Setting(
            optional: "attemptTimeout", \.attemptTimeout, \.attemptTimeout, .seconds(1), .seconds(2)),
        Setting(optional: "totalTimeout", \.totalTimeout, \.totalTimeout, .seconds(1), .seconds(2)),
        Setting(
            "retry", \.retry, \.retry, RetryPolicy(maximumRetries: 7), RetryPolicy(maximumRetries: 8)),
        Setting("followsRedirects", \.followsRedirects, \.followsRedirects, false, true),
        Setting("usesCookies", \.usesCookies, \.usesCookies, false, true),
        Setting("cachePolicy", \.cachePolicy, \.cachePolicy, .reload, .bypass),
        Setting("storagePolicy", \.storagePolicy, \.storagePolicy, .memoryOnly, .notAllowed),
        Setting("discardsBody", \.discardsBody, \.discardsBody, true, false),
        Setting("acceptedStatuses", \.acceptedStatuses, \.acceptedStatuses, .anyStatus, .range(0...399)),
        Setting("assumesJSONErrors", \.assumesJSONErrors, \.assumesJSONErrors, true, false),
        Setting(optional: "unmatchedRequests", \.unmatchedRequests, \.unmatchedRequests, .rejected, .sent),
        Setting("priority", \.priority, \.priority, .high, .low),
        Setting("countsAsActivity", \.countsAsActivity, \.countsAsActivity, false, true),
        Setting(
            "completionExecutor", \.completionExecutor, \.completionExecutor, .mainActor, .queue(.main)),
        Setting(executor: "executor"),
        Setting(unixSocket: "unixSocket"),
    ]

    @Test("every member is known to the tests that follow, and to what a task goes by")
    func all() {
        let known = Set(Self.settings.map { String($0.name.prefix { $0 != "." }) })
        #expect(Set(Mirror(reflecting: RequestOptions()).children.compactMap(\.label)) == known)
        let resolved = ResolvedOptions(RequestOptions(), retryAfterLimit: .zero)
        let names = Mirror(reflecting: resolved).children.compactMap(\.label)
        #expect(Set(names) == known.subtracting(["executor"]).union(["taskExecutor"]))
    }

    /// Returns the effective options of a request to an environment of a client.
    private func resolved(
        client: RequestOptions, server: RequestOptions, request: RequestOptions
    ) throws -> ResolvedOptions {
        var configuration = ClientConfiguration()
        configuration.options = client
        var environment = try ServerEnvironment("one", baseURL: "http://h.test/v1")
        environment.options = server
        configuration.environments = [environment]
        let sent = Request.get("x").with { $0.options = request }
        return PreparedRequest(sent, ClientSettings(configuration)).settings.options
    }

    @Test("is asked of the request, then of its server, then of the client", arguments: settings)
    func levels(setting: Setting) throws {
        let (first, second) = (options { setting.set(&$0, false) }, options { setting.set(&$0, true) })
        let open = RequestOptions()
        let cases = [
            (first, open, open), (second, first, open), (second, second, first), (open, second, first),
        ]
        for (client, server, request) in cases {
            let resolved = try resolved(client: client, server: server, request: request)
            #expect(setting.resolved(resolved) == setting.expected(false))
        }
        let own = try resolved(client: first, server: first, request: second)
        #expect(setting.resolved(own) == setting.expected(true))
    }

    @Test("is merged as a task does it, by requests with a base as well", arguments: settings)
    func merging(setting: Setting) {
        let (first, second) = (options { setting.set(&$0, false) }, options { setting.set(&$0, true) })
        #expect(RequestOptions().merged(over: first) == first)
        #expect(second.merged(over: first) == second)
        #expect(first.merged(over: RequestOptions()) == first)
        let base = Request.get("http://h.test").with { $0.options = first }
        #expect(setting.value(Request.get("x").inheriting(from: base).options) == setting.value(first))
    }

    private func options(_ change: (inout RequestOptions) -> Void) -> RequestOptions {
        var options = RequestOptions()
        change(&options)
        return options
    }

    @Test("timeouts are left open one by one, and a request lifts those of its client")
    func timeouts() throws {
        let client = options {
            $0.timeouts.connect = .seconds(1)
            $0.timeouts.idle = .seconds(2)
            $0.attemptTimeout = .seconds(3)
        }
        let request = options {
            $0.timeouts.idle = .unlimited
            $0.attemptTimeout = .unlimited
        }
        let resolved = try resolved(client: client, server: RequestOptions(), request: request)
        #expect(
            resolved.timeouts
                == Timeouts(
                    connect: .seconds(1), firstByte: .seconds(30), head: .seconds(30), idle: .unlimited))
        #expect(resolved.attemptTimeout == nil)
    }

    @Test("requests without options are equal, however they came to have none")
    func emptied() {
        var request = Request.get("x")
        request.retry = .never
        #expect(request != .get("x"))
        request.retry = nil
        #expect(request == .get("x") && !request.hasOptions)
        #expect(request.hashValue == Request.get("x").hashValue)
        #expect(MemoryLayout<Request>.size <= 224)
    }

    @Test("a preview and the task agree who wants a length", arguments: [0, 1, 2], [true, false])
    func previewed(level: Int, isWanted: Bool) async throws {
        let server = try SandboxServer.start()
        var environment = try ServerEnvironment("one", baseURL: server.url)
        if level > 0 { environment.sendsContentLength = level == 1 ? isWanted : !isWanted }
        let client = Client { [environment] in
            $0.environments = [environment]
            $0.sendsContentLength = level == 0 ? isWanted : !isWanted
        }
        let request = Request.post("/upload", body: .stream(BodyStream { AsyncBytes(["abc"]) })).with {
            if level == 2 { $0.sendsContentLength = isWanted }
        }
        let preview = try client.preview(request)
        #expect(try await client.send(request).text == "abc")
        let sent = try #require(server.requests.last?.headers(named: "Transfer-Encoding"))
        #expect(preview.headers.values(of: "Transfer-Encoding") == sent)
        #expect(sent == (isWanted ? [] : ["chunked"]))
    }

    @Test("parameters go where the client or the server says, unless the request does")
    func placement() throws {
        var environment = try ServerEnvironment("one", baseURL: "http://h.test/v1")
        environment.parameterEncoding = ParameterEncoding(booleans: .digits)
        let client = Client { [environment] in
            $0.environments = [environment]
            $0.placement = .query
        }
        let request = Request.post("x").parameters(["a": true])
        #expect(try client.preview(request).url == "http://h.test/v1/x?a=1")
        let json = request.with { $0.placement = .json }
        #expect(try client.preview(json).url == "http://h.test/v1/x")
    }
}
