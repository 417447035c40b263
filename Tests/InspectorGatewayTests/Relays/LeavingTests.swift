import ClientEngine
import ClientEngineRecording
import InspectorTestSupport
import Testing

@testable import InspectorGateway

@Suite("Programs that disconnect before they have their answer", .ownThread, .timeLimit(.minutes(2)))
struct LeavingTests {
    /// Returns a stub whose body of 43 bytes arrives in two halves, the second one delayed.
    private static func stub(status: Int) -> String {
        let body = String(repeating: "x", count: 43)
        return #"""
            {"name": "n", "request": {}, "response": {"status": \#(status), "body": "\#(body)",
             "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 4}}}
            """#
    }

    @Test(
        "The status decides in 100 of 100 runs when a program closes its connection after the head",
        arguments: [(503, TaskRecord.Verdict.failed), (404, .refused), (200, .passed)])
    func statusDecides(status: Int, verdict: TaskRecord.Verdict) throws {
        let upstream = try Stand(Self.stub(status: status))
        let stand = try Stand(to: upstream)
        let finished = Finished(of: stand.client)
        for number in 1...100 {
            let client = try stand.connect()
            client.request("/\(number)")
            #expect(try client.response(hasBody: false).status == status)
        }
        let records = finished.wait(100)
        #expect(records.count == 100 && records.allSatisfy { $0.verdict == verdict })
        #expect(records.allSatisfy { $0.lastExchange?.bodyReceived == 43 })
    }

    @Test("An answer without an end is not waited for when its program disconnects")
    func endless() throws {
        let stand = try Stand(
            #"""
            {"name": "n", "request": {}, "response": {"body": "data: 1\n\n", "headers": {"Content-Type": "text/event-stream"}},
             "metadata": {"inspector": {"fault": {"kind": "stall", "afterBytes": 4}}}}
            """#)
        let finished = Finished(of: stand.client)
        var client: RawClient? = try stand.connect()
        client?.request("/events")
        #expect(try client?.response(hasBody: false).status == 200)
        #expect(client?.read(4) == Array("data".utf8))
        client = nil
        let record = try #require(finished.wait().first)
        #expect(record.state == .succeeded && record.programLeftAfter == 4)
    }
}
