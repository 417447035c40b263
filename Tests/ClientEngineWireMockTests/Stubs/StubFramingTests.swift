import ClientEngine
import ClientEngineWireMock
import InspectorTestSupport
import Testing

@Suite("Fields of stubs that frame a message")
struct StubFramingTests {
    private func refusal(_ response: String) -> String? {
        let stub = #"{"response": \#(response)}"#
        return StubFile.parse(Array(stub.utf8), path: "stub.json") { _ in nil }.rejected.first?.message
    }

    @Test(
        "A field that a stub adds to requests for another server, and that would frame them wrongly, refuses the stub",
        arguments: [
            (#""Content-Length": "5""#, "“Content-Length” is not supported here"),
            (#""transfer-encoding": "gzip""#, "“Transfer-Encoding” is not “chunked”"),
            (#""Transfer-Encoding": ["chunked", "chunked"]"#, "“Transfer-Encoding” is not “chunked”"),
            (#""X A": "1""#, "“X A” is no name of a header"), (#""X": "a\r\nB: c""#, "line break"),
        ])
    func added(field: String, reason: String) throws {
        let response = #"{"proxyBaseUrl": "http://a.test", "additionalProxyRequestHeaders": {\#(field)}}"#
        #expect(try #require(refusal(response)).contains(reason))
    }

    @Test(
        "A field of a response that would frame it wrongly refuses the stub",
        arguments: [
            (#""Transfer-Encoding": "gzip, chunked""#, "“Transfer-Encoding” is not “chunked”"),
            (#""Content-Length": "many""#, "“Content-Length” is not a number of bytes"),
            (#""Content-Length": ["1", "2"]"#, "“Content-Length” is not a single number"),
            (
                #""Content-Length": "1", "Transfer-Encoding": "chunked""#,
                "“Content-Length” is not supported beside “Transfer-Encoding”"
            ),
        ])
    func stated(fields: String, reason: String) throws {
        #expect(try #require(refusal(#"{"body": "x", "headers": {\#(fields)}}"#)).contains(reason))
    }

    @Test(
        "A response may state chunks, a length, or a length to fill in",
        arguments: [
            #""Transfer-Encoding": "chunked""#, #""Content-Length": "1""#,
            #""Content-Length": "{{size request.body}}""#,
        ])
    func allowed(fields: String) {
        let templates = #""transformers": ["response-template"]"#
        #expect(refusal(#"{"body": "x", "headers": {\#(fields)}, \#(templates)}"#) == nil)
    }
}
