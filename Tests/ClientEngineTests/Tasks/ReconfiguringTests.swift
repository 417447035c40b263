import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Changing a client's configuration", .ownThread, .timeLimit(.minutes(1)))
struct ReconfiguringTests {
    private let old: SandboxServer
    private let new: SandboxServer
    private let client: Client

    init() throws {
        old = try SandboxServer.start()
        new = try SandboxServer.start()
        client = Client(baseURL: old.url) { $0.authentication = .bearer("secret") }
    }

    @Test(
        "what runs goes on with the old base URL, what comes takes the new one, and is not authenticated there"
    )
    func baseURL() async throws {
        let running = client.start(.get("/delay/0.1"))
        let made = client.task(for: .get("/hello"))
        client.reconfigure { $0.baseURL = new.url }
        #expect(client.configuration.baseURL == new.url)
        #expect(client.configuration.authentication == nil)
        #expect(try await client.send(.get("/hello")).url.hasPrefix(new.url))
        made.resume()
        #expect(try await made.value.url.hasPrefix(old.url))
        #expect(try await running.value.status == 200)
        #expect(new.requests.map { $0.header("Authorization") } == [nil])
        #expect(Set(old.requests.map { $0.header("Authorization") }) == ["Bearer secret"])
    }

    @Test("the same base URL keeps the credentials, other credentials in the same change are taken")
    func credentials() async throws {
        client.reconfigure { $0.baseURL = old.url + "/?query" }
        #expect(client.configuration.authentication == .bearer("secret"))
        client.reconfigure {
            $0.baseURL = new.url
            $0.authentication = .bearer("other")
        }
        _ = try await client.send(.get("/hello"))
        #expect(new.requests.map { $0.header("Authorization") } == ["Bearer other"])
    }

    @Test(
        "connections are kept where nothing that concerns them changes, and a new loop takes over where it does"
    )
    func connections() async throws {
        let before = client.loop
        client.reconfigure { $0.defaultHeaders = ["X-A": "1"] }
        #expect(client.loop === before)
        let running = client.start(.get("/hang"))
        for await state in running.states where state == .running(.wait) { break }
        client.reconfigure { $0.userAgent = "other" }
        #expect(client.loop === before)
        client.reconfigure { $0.connections.maximumConcurrentExchanges = 2 }
        #expect(client.loop !== before)
        #expect(try await client.send(.get("/hello")).status == 200)
        #expect(old.waitForRequest { $0.target == "/hello" }?.header("User-Agent") == "other")
        #expect(running.state == .running(.wait))
        running.retryNow()
        running.cancel()
        #expect(await running.result.isCancelled)
    }

    @Test("a paused transfer of an old loop goes on when its readers have caught up")
    func backpressure() async throws {
        let relieved = Locked<[String]>([])
        let (first, second) = (EventHub(), EventHub())
        let backpressure = Backpressure()
        func listener(_ name: String) -> Backpressure.Listener {
            Backpressure.Listener(onResume: { relieved.withLock { $0.append(name) } })
        }
        let reader = ObjectIdentifier(first)
        backpressure.connect(first, listener("first"))
        backpressure.connect(second, listener("second"))
        backpressure.block(reader) { _, _ in nil }
        backpressure.unblock(reader)
        #expect(relieved.withLock { $0.sorted() } == ["first", "second"])
        backpressure.connect(first, nil)
        backpressure.block(reader) { _, _ in nil }
        backpressure.unblock(reader)
        #expect(relieved.withLock { $0.count } == 3)
    }

    @Test("another cache takes over, and a cache that stays keeps what it has")
    func cache() throws {
        client.reconfigure { $0.cache = .memory(1 << 20) }
        let cache = try #require(client.cache)
        client.reconfigure { $0.connections.maximumConcurrentExchanges = 3 }
        #expect(client.cache === cache)
        client.reconfigure { $0.cache = .none }
        #expect(client.cache == nil)
    }

    @Test("changes that threads make at the same time all hold")
    func concurrent() async {
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask { [client] in client.reconfigure { $0.defaultHeaders["X-\(number)"] = "1" } }
            }
        }
        #expect(client.configuration.defaultHeaders.count == 50)
    }

    @Test("addresses of mocks are relative to the new base URL; their hits stay")
    func mocks() async throws {
        client.reconfigure { $0.baseURL = old.url + "/one" }
        let id = try client.mocks.add(.get("users"), .json(["id": 1]))
        #expect(try await client.send(.get("users")).record.lastExchange?.start.mock?.id == id)
        client.reconfigure { $0.baseURL = old.url + "/two" }
        let response = try await client.send(.get("users"))
        #expect(response.url == old.url + "/two/users")
        #expect(response.record.lastExchange?.start.mock?.id == id)
        #expect(client.mocks.all.map(\.hits) == [2])
        #expect(try await client.send(.get(old.url + "/one/users")).record.lastExchange?.start.mock == nil)
    }

    @Test("what one configuration sets for connections and heads, requests of the next do not have")
    func settings() async throws {
        client.reconfigure {
            $0.connections.resolve = [
                HostAddresses("named.test", port: Int(old.port), addresses: ["127.0.0.1"])
            ]
        }
        let named = Request.get("http://named.test:\(old.port)/hello").with {
            $0.attemptTimeout = .seconds(5)
        }
        for _ in 0..<2 { #expect(try await client.send(named).status == 200) }
        client.reconfigure {
            $0.connections.resolve = [
                HostAddresses("named.test", port: Int(old.port), addresses: ["127.0.0.2"])
            ]
        }
        await #expect(throws: ClientError.self) { try await client.send(named) }
        client.reconfigure {
            $0.connections.resolve = []
            $0.connections.connectTo = [
                ConnectionPeer(
                    "named.test", port: Int(old.port), peerHost: "127.0.0.1", peerPort: Int(new.port))
            ]
        }
        #expect(try await client.send(named).status == 200)
        #expect(new.requests.count == 1)
        client.reconfigure { $0.connections.connectTo = [] }
        client.reconfigure { $0.userAgent = "first" }
        for _ in 0..<2 { _ = try await client.send(.get("/hello")) }
        client.reconfigure { $0.userAgent = "second" }
        _ = try await client.send(.get("/hello"))
        #expect(old.requests.suffix(3).map { $0.header("User-Agent") } == ["first", "first", "second"])
    }

    @Test("the clock stays")
    func clock() {
        let time = ManualTime()
        client.reconfigure { $0.time = time }
        #expect(client.configuration.time is SystemTime)
    }

    @Test("the shared client is configured once, before it is used")
    func shared() {
        let shared = SharedClient()
        #expect(shared.configure { $0.userAgent = "mine" })
        #expect(!shared.configure { $0.userAgent = "late" })
        #expect(shared.client.configuration.userAgent == "mine")
        #expect(shared.client === shared.client)
        #expect(!shared.configure { $0.userAgent = "later" })
        let plain = SharedClient()
        #expect(plain.configure { _ in _ = shared.client })
        #expect(Client.configureShared { $0.userAgent = "of the tests" })
        #expect(Client.shared.configuration.userAgent == "of the tests")
        #expect(!Client.configureShared { _ in })
    }
}
