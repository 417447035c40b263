import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct RouteTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    struct Expectation: Sendable, CustomTestStringConvertible {
        let target: String
        var status = 200
        var type = "text/plain; charset=utf-8"
        let body: String

        var testDescription: String { target }
    }

    static let expectations: [Expectation] = [
        Expectation(target: "/hello", body: "Hello, world!\n"),
        Expectation(target: "http://elsewhere:80/hello?x", body: "Hello, world!\n"),
        Expectation(target: "/json", type: "application/json", body: "Wake up to WonderWidgets!"),
        Expectation(target: "/html", type: "text/html; charset=utf-8", body: "<h1>Sandbox</h1>"),
        Expectation(target: "/xml", type: "application/xml", body: "<slideshow"),
        Expectation(target: "/status/404", status: 404, body: "404 Not Found"),
        Expectation(target: "/status/999", status: 999, body: "999"),
        Expectation(target: "/status/one", status: 400, type: "application/json", body: "from 100 to 999"),
        Expectation(target: "/delay/0.01", body: "waited 0.01 s"),
        Expectation(target: "/redirect/0", body: "the end"),
        Expectation(target: "/drip?bytes=3&delay=0", type: "text/plain", body: "abc"),
        Expectation(
            target: "/stream?lines=2&delay=0", type: "application/x-ndjson",
            body: "{\"line\":1,\"of\":2}\n{\"line\":2,\"of\":2}\n"),
        Expectation(
            target: "/sse?events=1&delay=0", type: "text/event-stream", body: "event: tick\nid: 1\ndata: {"),
        Expectation(target: "/slow-headers?delay=0", type: "text/plain", body: "slow\n"),
        Expectation(target: "/charset/klingon", status: 400, type: "application/json", body: "us-ascii"),
        Expectation(
            target: "/cache/60", type: "application/json", body: "{\"serial\":1,\"maxAge\":60}\n"),
        Expectation(target: "/bad/", type: "application/json", body: "\"path\":\"/bad/H02\""),
        Expectation(target: "/bad/Z99", status: 404, type: "application/json", body: "no Z99"),
        Expectation(
            target: "/bad/H21?variant=7", status: 400, type: "application/json", body: "99, 099, 000"),
        Expectation(target: "/", type: "application/json", body: "/basic-auth/USER/PASS"),
        Expectation(
            target: "/nowhere", status: 404, type: "application/json", body: "\"path\":\"/status/N\""),
    ]

    @Test("A path answers what the table promises", arguments: expectations)
    func answers(expected: Expectation) throws {
        let response = try RawClient.fetch(expected.target, from: server)
        #expect(response.status == expected.status)
        #expect(response.header("Content-Type") == expected.type)
        #expect(response.text.contains(expected.body))
    }

    @Test(
        "HEAD gets the head of GET and no body",
        arguments: [
            "/hello", "/json", "/html", "/xml", "/image", "/bytes/100", "/gzip", "/stream", "/nowhere",
        ])
    func head(target: String) throws {
        let client = try RawClient(port: server.port)
        client.request(target, method: "HEAD")
        let head = try client.response(hasBody: false)
        client.request("/status/204")
        #expect(try client.response().status == 204, "a body would have been read as the next response")
        let full = try RawClient.fetch(target, from: server)
        #expect(head.status == full.status)
        #expect(head.header("Content-Length") == full.header("Content-Length"))
        #expect(head.header("Content-Type") == full.header("Content-Type"))
    }

    @Test("The image is a PNG")
    func image() throws {
        let response = try RawClient.fetch("/image", from: server)
        #expect(response.header("Content-Type") == "image/png")
        #expect(Array(response.body.prefix(8)) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        #expect(Array(response.body.suffix(8)) == [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
    }

    @Test(
        "Bytes come in the number that was asked for", arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
    func bytes(count: Int) throws {
        #expect(try RawClient.fetch("/bytes/\(count)", from: server).body.count == count)
    }

    @Test("An interim status comes before the answer")
    func interim() throws {
        let client = try RawClient(port: server.port)
        client.request("/status/103")
        #expect(try client.response().status == 103)
        #expect(try client.response().text == "after 103\n")
    }

    @Test("Redirects count down and end at the target")
    func redirects() throws {
        var response = try RawClient.fetch(
            "/redirect/2?code=307&to=http%3A%2F%2Fa%2F%3Fb%3D1%262", from: server)
        #expect(response.status == 307)
        response = try RawClient.fetch(try #require(response.header("Location")), from: server)
        #expect(response.status == 307)
        #expect(response.header("Location") == "http://a/?b=1&2")
    }

    @Test(
        "A line end cannot be smuggled into a header",
        arguments: ["/redirect/1?to=", "/echo?header=A:", "/etag/"])
    func splitting(prefix: String) throws {
        let response = try RawClient.fetch(prefix + "x%0D%0AInjected:%20yes", from: server)
        #expect(response.status == 400)
        #expect(response.header("Injected") == nil)
    }

    @Test("Cookies are set and shown")
    func cookies() throws {
        let set = try RawClient.fetch("/cookies/set?a=1&b=two", from: server)
        #expect(
            set.headers.filter { $0.name == "Set-Cookie" }.map(\.value) == ["a=1; Path=/", "b=two; Path=/"])
        let shown = try RawClient.fetch("/cookies", from: server, headers: ["Cookie: a=1; b=x=y"])
        #expect(shown.text == "{\"cookies\":{\"a\":\"1\",\"b\":\"x=y\"}}\n")
    }

    @Test("A cached answer says how long it is fresh and how old it is")
    func cache() throws {
        let response = try RawClient.fetch("/cache/60?age=5", from: server)
        #expect(response.header("Cache-Control") == "public, max-age=60")
        #expect(response.header("Age") == "5")
        #expect(response.headers.filter { $0.name == "Date" }.count == 1)
    }

    @Test(
        "A known tag is answered with 304",
        arguments: [("\"x\"", 304), ("W/\"x\"", 304), ("\"a\", \"x\"", 304), ("*", 304), ("\"y\"", 200)])
    func etag(known: String, status: Int) throws {
        let response = try RawClient.fetch("/etag/x", from: server, headers: ["If-None-Match: \(known)"])
        #expect(response.status == status)
        #expect(response.header("ETag") == "\"x\"")
    }
}
