import ClientEngine
import InspectorTestSupport
import Testing

@testable import InspectorGateway

@Suite("Pages in browsers and the server that passes requests on", .ownThread, .timeLimit(.minutes(1)))
struct PageTests {
    private static let foreign: [[String]] = [
        ["Origin: https://evil.test"], ["Origin: null"], ["Sec-Fetch-Site: cross-site"],
        ["Origin: https://evil.test", "Sec-Fetch-Site: cross-site"],
        ["Origin: http://localhost", "Origin: https://evil.test"],
        ["Origin: http://localhost.evil.test"], ["Origin: http://127.0.0.1@evil.test"],
    ]

    @Test("A request of a page of another site gets 403 and is not passed on", arguments: foreign)
    func refused(fields: [String]) throws {
        let upstream = try Stand(#"{"request": {}, "response": {"body": "up"}}"#)
        let seen = Finished(of: upstream.client)
        let stand = try Stand(to: upstream)
        for method in ["GET", "POST", "OPTIONS"] {
            let response = try stand.fetch("/transfer", method: method, headers: fields)
            #expect(response.status == 403 && response.text.contains("--allow-origin"))
        }
        #expect(try stand.fetch("/own").text == "up")
        #expect(seen.wait(1).map(\.origin.url?.path) == ["/own"])
    }

    @Test(
        "Pages of this machine, allowed pages and programs are passed on",
        arguments: [
            [], ["Origin: http://localhost:3000"], ["Origin: http://127.0.0.1", "Sec-Fetch-Site: same-site"],
            ["Origin: https://app.test", "Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: none"],
        ])
    func passed(fields: [String]) throws {
        let upstream = try Stand(#"{"request": {}, "response": {"body": "up"}}"#)
        let url = try RequestURL(parsing: upstream.server.url)
        let stand = try Stand {
            $0.upstream = url
            $0.allowedOrigins = ["https://app.test:443"]
        }
        #expect(try stand.fetch("/", method: "POST", headers: fields, body: "x").text == "up")
    }

    @Test("Mocks answer pages of other sites, unless one of them forwards requests")
    func mocks() throws {
        let field = "Origin: https://evil.test"
        let upstream = try Stand(#"{"request": {}, "response": {"body": "up"}}"#)
        let stand = try Stand(#"{"request": {"url": "/a"}, "response": {"body": "own"}}"#)
        #expect(try stand.fetch("/a", headers: [field]).text == "own")
        let forwarding = try Stand(
            #"{"request": {"url": "/b"}, "response": {"proxyBaseUrl": "\#(upstream.server.url)"}}"#)
        #expect(try forwarding.fetch("/b", headers: [field]).status == 403)
        #expect(try forwarding.fetch("/b").text == "up")
    }
}
