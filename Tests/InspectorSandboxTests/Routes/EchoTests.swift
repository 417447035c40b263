import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorHTTPServer
@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct EchoTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    @Test("Echo answers exactly what it was told")
    func echo() throws {
        let response = try RawClient.fetch(
            "/echo?code=418&content=caf%C3%A9+noir&encoding=latin1&header=X-A:%201&header=X-A:2", from: server
        )
        #expect(response.status == 418)
        #expect(response.body == Array("caf".utf8) + [0xe9] + Array(" noir".utf8))
        #expect(response.header("Content-Type") == "text/plain; charset=latin1")
        #expect(response.headers.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
    }

    @Test("Echo lets the Content-Type be chosen")
    func echoType() throws {
        let response = try RawClient.fetch("/echo?content=%7B%7D&header=Content-Type:a/b", from: server)
        #expect(response.headers.filter { $0.name == "Content-Type" } == [Field("Content-Type", "a/b")])
    }

    @Test(
        "Echo refuses what it cannot do",
        arguments: ["code=1", "encoding=us-ascii&content=%C3%A9", "header=x", "delay=nan"])
    func echoRefuses(query: String) throws {
        #expect(try RawClient.fetch("/echo?" + query, from: server).status == 400)
    }

    @Test("Upload sends the body back with its type")
    func upload() throws {
        let client = try RawClient(port: server.port)
        client.request("/upload", method: "POST", headers: ["Content-Type: a/b"], body: "one\ntwo")
        let response = try client.response()
        #expect(response.text == "one\ntwo")
        #expect(response.header("Content-Type") == "a/b")
    }

    @Test("Inspect reports the request in the order and spelling it came")
    func inspect() throws {
        let client = try RawClient(port: server.port)
        client.request("/inspect?a=1&a=%22", method: "PUT", headers: ["x-B: 2", "X-a: 1"], body: "hé\0")
        let text = try client.response().text
        let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(report["method"] as? String == "PUT")
        #expect(report["url"] as? String == "http://test/inspect?a=1&a=%22")
        #expect(report["query"] as? [[String]] == [["a", "1"], ["a", "\""]])
        #expect(
            report["headers"] as? [[String]]
                == [["Host", "test"], ["x-B", "2"], ["X-a", "1"], ["Content-Length", "4"]])
        #expect(report["body"] as? String == "hé\0")
    }

    @Test("Inspect shows bytes that are no text as base64")
    func inspectBytes() throws {
        let client = try RawClient(port: server.port)
        client.send("POST /inspect HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\n")
        client.send([0xff, 0xfe])
        let text = try client.response().text
        #expect(text.contains("\"bodyEncoding\":\"base64\",\"body\":\"//4=\""))
    }
}
