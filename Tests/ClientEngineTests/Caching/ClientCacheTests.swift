import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("The cache of a client", .timeLimit(.minutes(1)))
struct ClientCacheTests {
    /// The location of cached responses in a test.
    enum Place: CaseIterable { case memory, disk }

    private let server: SandboxServer
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    init() throws {
        server = try SandboxServer.start()
    }

    private func client(
        _ place: Place = .memory, _ configure: (inout ClientConfiguration) -> Void = { _ in }
    ) -> Client {
        Client(baseURL: server.url) {
            $0.cache = place == .memory ? .memory(1 << 20) : .disk(folder: folder, 1 << 20)
            configure(&$0)
        }
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("a fresh answer comes without a connection, and says so", arguments: Place.allCases)
    func hit(place: Place) async throws {
        defer { clean() }
        let client = client(place)
        let first = try await client.send(.get("/cache/60"))
        let second = try await client.send(.get("/cache/60"))
        #expect(first.record.lastExchange?.cache == .stored)
        #expect(second.body == first.body)
        #expect(second.headers["Age"] != nil)
        let exchange = try #require(second.record.lastExchange)
        guard case .hit? = exchange.cache else { return #expect(exchange.cache == .hit(age: 0)) }
        #expect(second.record.isCached && !first.record.isCached)
        #expect(exchange.phases.map(\.phase) == [.queue, .receive, .process])
        #expect(exchange.connection == nil)
        #expect(exchange.requestHead.isEmpty)
        #expect(exchange.ended != nil)
        #expect(second.record.attempts.count == 1 && second.record.attempts[0].exchanges.count == 1)
    }

    @Test("what is kept is forgotten when the client is told to", arguments: Place.allCases)
    func cleared(place: Place) async throws {
        defer { clean() }
        let client = client(place)
        _ = try await client.send(.get("/cache/60"))
        client.clearCache()
        let second = try await client.send(.get("/cache/60"))
        #expect(!second.record.isCached && server.requests.count == 2)
    }

    @Test("a confirmed answer is two exchanges: the server's 304 and the kept 200", arguments: Place.allCases)
    func revalidated(place: Place) async throws {
        defer { clean() }
        let client = client(place)
        let first = try await client.send(.get("/etag/one"))
        let second = try await client.send(.get("/etag/one"))
        #expect(second.status == 200)
        #expect(second.body == first.body)
        let exchanges = second.record.attempts[0].exchanges
        #expect(exchanges.map { $0.head?.status } == [304, 200])
        #expect(exchanges.map(\.start.reason) == [nil, .cache])
        #expect(exchanges.map(\.cache) == [nil, .revalidated])
        #expect(exchanges[0].connection != nil && exchanges[1].connection == nil)
        #expect(exchanges[0].sent.contains("If-None-Match: \"one\"\r\n"))
        #expect(second.record.isCached)
    }

    @Test("nothing is kept unless asked")
    func off() async throws {
        let client = Client(baseURL: server.url)
        #expect(client.cache == nil)
        let first = try await client.send(.get("/cache/60"))
        let second = try await client.send(.get("/cache/60"))
        #expect(first.body != second.body)
        #expect(second.record.lastExchange?.cache == nil)
    }

    @Test("what is kept on disk serves the next client")
    func nextClient() async throws {
        defer { clean() }
        let first = try await client(.disk).send(.get("/cache/60"))
        let second = try await client(.disk).send(.get("/cache/60"))
        #expect(second.body == first.body)
    }

    @Test("an encoded body is kept as it came, and decoded each time")
    func encoded() async throws {
        let client = client { $0.cachePolicy = .preferCached }
        let first = try await client.send(.get("/gzip"))
        let second = try await client.send(.get("/gzip"))
        #expect(second.record.isCached)
        #expect(second.body == first.body)
        #expect(second.record.lastExchange?.wireBody == first.record.lastExchange?.wireBody)
        #expect(second.record.lastExchange?.decodedBody != nil)
    }

    @Test("a mock is asked before the cache, and its answer is never kept")
    func mocks() async throws {
        let client = client()
        try client.mocks.add(
            .get("/cache/60"), .status(200, headers: ["Cache-Control": "max-age=60", "X-Mock": "1"]), times: 1
        )
        #expect(try await client.send(.get("/cache/60")).headers["X-Mock"] == "1")
        let second = try await client.send(.get("/cache/60"))
        #expect(second.headers["X-Mock"] == nil)
        #expect(!second.record.isCached)
        try client.mocks.add(.get("/cache/60"), .text("mock"))
        #expect(try await client.send(.get("/cache/60")).text == "mock")
    }

    @Test("JSON that is decoded is kept only where its server says so")
    func json() async throws {
        struct Anything: Decodable, Sendable {}
        let client = client { $0.cachePolicy = .preferCached }
        _ = try await client.send(Request.get("/json").decoding(Anything.self))
        #expect(try await !client.send(.get("/json")).record.isCached)
        #expect(try await client.send(.get("/json")).record.isCached)
        _ = try await client.send(Request.get("/cache/60").decoding(Anything.self))
        #expect(try await client.send(.get("/cache/60")).record.isCached)
        #expect(Request.get("/").decoding(Anything.self).request.storagePolicy == .notAllowed)
        let own = Request.get("/").with { $0.storagePolicy = .memoryOnly }
        #expect(own.decoding(Anything.self).request.storagePolicy == .memoryOnly)
        #expect(own.parsing { $0.status }.request.storagePolicy == .memoryOnly)
    }

    @Test("a request may ask the server anew, or nobody at all")
    func policies() async throws {
        let client = client()
        let only = Request.get("/cache/60").with { $0.cachePolicy = .onlyCached }
        let missing = try await client.send(only)
        #expect(missing.status == 504)
        #expect(missing.record.lastExchange?.cache == .missing)
        #expect(missing.record.lastExchange?.connection == nil)
        let first = try await client.send(.get("/cache/60"))
        #expect(try await client.send(only).body == first.body)
        let anew = try await client.send(.get("/cache/60").with { $0.cachePolicy = .reload })
        #expect(anew.body != first.body)
        #expect(anew.record.lastExchange?.sent.contains("Cache-Control: no-cache\r\n") == true)
        #expect(try await client.send(only).body == anew.body)
    }

    @Test("a POST makes what is kept for its URL be forgotten")
    func invalidated() async throws {
        let client = client()
        let url = "/echo?header=Cache-Control:max-age%3D60"
        _ = try await client.send(.get(url))
        #expect(try await client.send(.get(url)).record.isCached)
        _ = try await client.send(.post(url))
        #expect(try await !client.send(.get(url)).record.isCached)
    }

    @Test("A POST discards the answer that the dot segments of its Location lead to")
    func invalidatedLocation() async throws {
        let server = try ScriptedServer { request in
            request.method == "POST"
                ? .init(status: 201, headers: ["Location": "/x/../b"])
                : .init(headers: ["Cache-Control": "max-age=60"])
        }
        let client = Client(baseURL: server.url) { $0.cache = .memory(1 << 20) }
        _ = try await client.send(.get("/b"))
        #expect(try await client.send(.get("/b")).record.isCached)
        _ = try await client.send(.post("/a"))
        #expect(try await !client.send(.get("/b")).record.isCached)
    }

    @Test("what did not come whole is not kept")
    func incomplete() async throws {
        let client = client { $0.cachePolicy = .preferCached }
        let task = client.start(.get("/truncated"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.lastExchange?.cache == .notStored(.incomplete))
        #expect(client.cache?.size == 0)
    }

    @Test("what is too large is not kept, and takes the place of nothing")
    func tooLarge() async throws {
        let client = client { $0.cache = .memory(10_000) }
        let url = try keep("max-age=1", for: "/bytes/6000", in: client)
        let response = try await client.send(.get(url.text))
        #expect(response.body.count == 6000)
        #expect(response.record.lastExchange?.cache == .notStored(.size))
        #expect(client.cache?.size == 0)
    }

    @Test("cookies that vary an answer are part of the request", arguments: Place.allCases)
    func cookies(place: Place) async throws {
        defer { clean() }
        let client = client(place)
        let url = "/echo?header=Cache-Control:max-age%3D60&header=Vary:Cookie"
        _ = try await client.send(.get(url))
        #expect(try await client.send(.get(url)).record.isCached)
        _ = try await client.send(.get("/cookies/set?a=1"))
        #expect(try await !client.send(.get(url)).record.isCached)
    }

    /// Stores a stale response for a URL in the client's cache.
    private func keep(
        _ control: String, for path: String, fields: Headers = [:], in client: Client
    ) throws -> RequestURL {
        let url = try RequestURL(parsing: server.url + path)
        let lookup = CacheLookup(method: .get, url: url, headers: [:], policy: .standard)
        let then = Date(timeIntervalSinceNow: -60)
        let head = ResponseHead(
            status: 200, reason: "OK", headers: Headers([.init("Cache-Control", control)] + fields))
        let answer = CacheableAnswer(
            lookup: lookup, head: head, body: Array("kept".utf8), storage: .allowed, requested: then,
            received: then)
        #expect(client.cache?.store(answer) == .stored)
        return url
    }

    @Test(
        "a stale answer stands in for a failure where that is allowed, once no retry is left",
        arguments: ["/status/503", "/reset"])
    func staleIfError(path: String) async throws {
        let client = client {
            $0.retry = RetryPolicy(
                maximumRetries: 1, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        }
        let url = try keep("max-age=1, stale-if-error=600", for: path, in: client)
        let response = try await client.send(.get(url.text))
        #expect(response.status == 200)
        #expect(response.text == "kept")
        #expect(response.record.attempts.map(\.exchanges.count) == [1, 2])
        guard case .stale(let age)? = response.record.lastExchange?.cache else {
            Issue.record("no stand-in")
            return
        }
        #expect(age >= 60)
        #expect(response.record.state == .succeeded)
    }

    @Test("a stale answer is used while a task of its own asks anew", arguments: Place.allCases)
    func refreshed(place: Place) async throws {
        defer { clean() }
        let client = client(place)
        let url = try keep("max-age=1, stale-while-revalidate=600", for: "/cache/60", in: client)
        var events = client.events().makeAsyncIterator()
        let first = try await client.send(.get(url.text))
        #expect(first.text == "kept")
        var refreshing: TaskID?
        while let event = await events.next() {
            if case .taskCreated(let origin) = event.kind, origin.provenance.resendOf == first.record.id {
                refreshing = event.task
            }
            if case .taskEnded = event.kind, event.task == refreshing { break }
        }
        let second = try await client.send(.get(url.text))
        #expect(second.record.isCached)
        #expect(second.text != "kept")
    }

    @Test("a 304 that speaks of another answer is no answer: the server is asked without conditions")
    func otherTag() async throws {
        let client = client()
        let path = "/echo?code=304&header=ETag:%22new%22"
        let url = try keep("max-age=1", for: path, fields: ["ETag": "\"old\""], in: client)
        let response = try await client.send(.get(url.text))
        let exchanges = response.record.attempts[0].exchanges
        #expect(exchanges.map { $0.sent.contains("If-None-Match") } == [true, false])
        #expect(exchanges.map(\.start.reason) == [nil, .cache])
        #expect(client.cache?.size == 0)
    }

    @Test("an answer can be cancelled while the disk is asked")
    func cancelled() async throws {
        defer { clean() }
        let client = client(.disk)
        let tasks = (0..<20).map { client.start(.get("/hang?n=\($0)")) }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(try await client.send(.get("/cache/60")).status == 200)
    }
}

extension ExchangeRecord {
    /// The request head as text.
    fileprivate var sent: String { String(decoding: requestHead, as: UTF8.self) }
}
