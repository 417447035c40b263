import ClientEngine
import Foundation
import InspectorSandbox
import InspectorTestSupport
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorScreen

@Suite("inspector curl", .timeLimit(.minutes(1)))
struct CommandCurlTests {
    private func answer(
        _ status: StatusCode = 200, _ switches: Set<CurlCommand.Switch> = []
    ) -> CurlAnswer {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.add(1, 1, 1, at: 1, .requestHead(Array("GET /x HTTP/1.1\r\n\r\n".utf8)))
        let head = ResponseHead(
            status: status, reason: "R", headers: [:], wireBytes: Array("HTTP/1.1 \(status) R\r\n\r\n".utf8))
        story.add(1, 1, 1, at: 2, .head(head))
        story.add(1, 1, 1, at: 3, .received(Array("hello".utf8)))
        story.add(1, 1, 1, at: 4, .exchangeEnded(ExchangeEnd()))
        story.add(1, 1, at: 4, .attemptEnded(.response(status: status), retry: nil))
        story.add(1, 1, 1, at: 4, .taskEnded(.succeeded))
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        return CurlAnswer(record: tasks.records[0], switches: switches)
    }

    @Test("With -f a status from 400 on is a failure, and told unless -s without -S")
    func failing() {
        #expect(answer(503).isSuccess)
        let refused = answer(404, [.failsOnErrorStatus])
        #expect(!refused.isSuccess)
        #expect(refused.messages == ["the URL returned 404"])
        #expect(answer(404, [.failsOnErrorStatus, .silent]).messages.isEmpty)
        #expect(answer(404, [.failsOnErrorStatus, .silent, .showsErrors]).messages.count == 1)
        #expect(answer(200, [.failsOnErrorStatus]).isSuccess)
    }

    @Test("-v shows the heads of both directions")
    func verbose() {
        #expect(answer(200, [.verbose]).trace == "> GET /x HTTP/1.1\n> \n< HTTP/1.1 200 R\n< \n")
        #expect(answer().trace.isEmpty)
    }

    @Test("curl's words need no --: the first that is not ours begins them")
    func barewords() throws {
        for line in [["-sS", "http://h/"], ["http://h/", "--tui"], ["--retry", "3", "http://h/"]] {
            guard case .curl(let options) = try CommandLineParser.parse(["curl", "--tui"] + line) else {
                Issue.record("not curl: \(line)")
                continue
            }
            #expect(options.opensScreen && options.paths == line)
        }
    }

    @Test("curl's words stand behind --, whatever they look like")
    func words() throws {
        let invocation = try CommandLineParser.parse(["curl", "--tui", "--", "-H", "--tui", "--", "h"])
        guard case .curl(let options) = invocation else {
            Issue.record("not curl: \(invocation)")
            return
        }
        #expect(options.opensScreen && options.paths == ["-H", "--tui", "--", "h"])
        for wrong in [["curl"], ["curl", "--"], ["run", "--tui", "a"]] {
            #expect(throws: UsageError.self) { try CommandLineParser.parse(wrong) }
        }
    }

    private func run(_ words: String...) -> InspectorCommandLine.ExitStatus {
        var options = Options()
        options.paths = words
        return CurlLineCommand(options: options).run { _ in .failure }
    }

    @Test("A request goes over the wire, and -o has the body; the exit status says how it went")
    func wire() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let upload = file + ".txt"
        try Data("in a file".utf8).write(to: URL(filePath: upload))
        defer { try? FileManager.default.removeItem(atPath: upload) }

        #expect(run("-so", file, "--data-raw", "it's", server.url + "/upload") == .success)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "it's")
        #expect(run("-s", "-o", file, "-F", "part=@" + upload, server.url + "/upload") == .success)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("in a file"))
        #expect(run("-sf", "-o", file, server.url + "/status/404") == .failure)
        #expect(run("-s", "-o", file, server.url + "/reset") == .failure)
        #expect(run("-s", "-o", file, server.url + "/bad/B01") == .failure)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("in a file"))
    }

    @Test("A key signs the request, and the server sees no byte of its secret")
    func signed() throws {
        let server = try ScriptedServer { _ in .init(status: 200) }
        let words = ["--aws-sigv4", "aws:amz:eu-west-1:es", "-H", "X-Amz-Security-Token: t0ken", "-u"]
        var options = Options()
        options.paths = ["-s"] + words + ["KEY:S3CRET", server.url + "/a?b=c"]
        #expect(CurlLineCommand(options: options).run { _ in .failure } == .success)
        let sent = try #require(server.server.requests.first)
        let proof = try #require(sent.header("Authorization"))
        #expect(
            proof.hasPrefix("AWS4-HMAC-SHA256 Credential=KEY/")
                && proof.contains("/eu-west-1/es/aws4_request"))
        #expect(proof.contains("x-amz-security-token"))
        #expect(!"\(server.server.requests)".contains("S3CRET"))
    }

    @Test(
        "A command that would send the secret of a signature or a login is refused, and the server sees no byte",
        arguments: [
            ["--aws-sigv4", "goog:goog", "-u", "KEY:SECRET"], ["-u", "KEY:SECRET", "--aws", "aws"],
            ["-H", "Authorization: AWS KEY SECRET"], ["-H", "Authorization: NTLM KEY SECRET"],
        ])
    func unsigned(words: [String]) throws {
        let server = try ScriptedServer { _ in .init(status: 200) }
        var options = Options()
        options.paths = words + [server.url]
        #expect(CurlLineCommand(options: options).run { _ in .failure } == .usage)
        #expect(server.server.requests.isEmpty)
    }

    @Test(
        "What cannot be meant is refused before anything is sent",
        arguments: [
            ["-H"], ["-d", "x"], ["-F", "a=@/no/such/file", "http://127.0.0.1:1/"],
            ["-O", "http://127.0.0.1:1/"],
        ])
    func refused(words: [String]) {
        var options = Options()
        options.paths = words
        #expect(CurlLineCommand(options: options).run { _ in .failure } == .usage)
    }
}
