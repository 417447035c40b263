import InspectorTestSupport
import Testing

@Suite("Heads of answers that stubs make", .ownThread, .timeLimit(.minutes(1)))
struct StubHeadTests {
    private func firstLine(_ reason: String) throws -> [UInt8] {
        let stand = try Stand(
            #"{"name": "a", "request": {}, "response": {"statusMessage": "\#(reason)"}}"#)
        let client = try stand.connect()
        client.request("/", headers: ["Connection: close"])
        return Array(client.rest().prefix { $0 != 0x0D })
    }

    @Test("A reason phrase goes out in ISO-8859-1, which clients expect, and in UTF-8 if it must")
    func reason() throws {
        #expect(try firstLine("Prière") == Array("HTTP/1.1 200 Pri".utf8) + [0xE8] + Array("re".utf8))
        #expect(try firstLine("☃") == Array("HTTP/1.1 200 ☃".utf8))
    }

    @Test("A reason phrase of a server above goes out in the bytes it came in")
    func passedReason() throws {
        for reason in ["Prière", "☃"] {
            let upstream = try Stand(
                #"{"name": "a", "request": {}, "response": {"statusMessage": "\#(reason)"}}"#)
            let stand = try Stand(to: upstream)
            let client = try stand.connect()
            client.request("/", headers: ["Connection: close"])
            #expect(Array(client.rest().prefix { $0 != 0x0D }) == (try firstLine(reason)))
        }
    }

    @Test("A stub that states chunks answers in chunks")
    func chunks() throws {
        let stand = try Stand(
            #"{"name": "a", "request": {}, "response": {"body": "hello", "headers": {"Transfer-Encoding": "chunked"}}}"#
        )
        let response = try stand.fetch("/")
        #expect(response.header("Transfer-Encoding") == "chunked" && response.header("Content-Length") == nil)
        #expect(response.text == "hello")
    }
}
