import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorSandbox

@Suite(.ownThread, .timeLimit(.minutes(1)))
struct FlakyTests {
    private let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    @Test("The first N fail, then one succeeds, then it begins again")
    func cycle() throws {
        var answers: [String] = []
        for _ in 1...4 {
            let response = try RawClient.fetch("/flaky/2?key=K&code=500", from: server)
            answers.append("\(response.status) \(response.text)")
        }
        #expect(
            answers == [
                "500 {\"key\":\"K\",\"try\":1,\"of\":3,\"ok\":false}\n",
                "500 {\"key\":\"K\",\"try\":2,\"of\":3,\"ok\":false}\n",
                "200 {\"key\":\"K\",\"try\":3,\"of\":3,\"ok\":true}\n",
                "500 {\"key\":\"K\",\"try\":1,\"of\":3,\"ok\":false}\n",
            ])
    }

    @Test("Each key counts for itself, and each server too")
    func keys() throws {
        #expect(try RawClient.fetch("/flaky/1?key=a", from: server).status == 503)
        #expect(try RawClient.fetch("/flaky/1?key=b", from: server).status == 503)
        #expect(try RawClient.fetch("/flaky/1?key=a", from: server).status == 200)
        #expect(try RawClient.fetch("/flaky/1?key=b", from: SandboxServer.start()).status == 503)
    }

    @Test("Retry-After comes with the failure as it was given", arguments: ["120", "soon"])
    func retryAfter(value: String) throws {
        let target = "/flaky/1?retry-after=\(value)"
        #expect(try RawClient.fetch(target, from: server).header("Retry-After") == value)
        #expect(try RawClient.fetch(target, from: server).header("Retry-After") == nil)
    }

    @Test("It fails in the way that was asked for")
    func how() throws {
        let reset = try RawClient(port: server.port)
        reset.request("/flaky/1?how=reset")
        #expect(reset.rest().isEmpty)
        #expect(reset.ending == .reset)

        let truncated = try RawClient(port: server.port)
        truncated.request("/flaky/1?key=t&how=truncate")
        let response = try truncated.response()
        #expect(response.header("Content-Length").flatMap { Int($0) }.map { $0 / 2 } == response.body.count)
        #expect(truncated.ending == .closed)

        #expect(try RawClient.fetch("/flaky/1?how=explode", from: server).status == 400)
    }
}
