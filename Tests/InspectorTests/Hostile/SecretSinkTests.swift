import ClientEngine
import ClientEngineRecording
import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

@testable import Inspector
@testable import InspectorCommandLine
@testable import InspectorWorkspace

@Suite("What exports, reports and files hold")
struct SecretSinkTests {
    private static func exported(_ text: String) -> (http: String, postman: String) {
        let file = HTTPFile(parsing: text, path: "a.http")
        var reader = CollectionReader(name: "a")
        reader.add(file.requests, of: file)
        return (
            String(
                decoding: Export(reader.collection, forPostman: false, showsSecrets: false).bytes,
                as: UTF8.self),
            String(
                decoding: Export(reader.collection, forPostman: true, showsSecrets: false).bytes,
                as: UTF8.self)
        )
    }

    @Test("Variables stand for the secrets of bodies, also elsewhere in the file")
    func bodies() {
        let (http, postman) = Self.exported(
            """
            # hunter2-hunter2 is the password
            POST http://h/{{a}}/hunter2-hunter2
            Content-Type: application/json

            {"password": "hunter2-hunter2", "n": {{count}}, "pin": "1234", "deep": {"client_secret": ["s-1", 7]}}
            """)
        #expect(
            http.contains(
                #"{"password": "{{password}}", "n": {{count}}, "pin": "{{pin}}", "deep": {"client_secret": ["{{client_secret}}", {{client_secret-2}}]}}"#
            ), "\(http)")
        #expect(http.contains("POST http://h/{{a}}/{{password}}\n"))
        for text in [http, postman] { #expect(!text.contains("hunter2") && !text.contains("s-1")) }
    }

    @Test(
        "What is secret in a URL is so in its fragment, in a title that is made of it and in a name",
        arguments: [
            ("http://h/f?x=1#access_token=hunter2-hunter2", "http://h/f?x=1#access_token={{access_token}}"),
            ("http://h/#/r?token=hun2&a=1", "http://h/#/r?token={{_r_token}}&a=1"),
            ("http://h/?token=hun2#top", "http://h/?token={{token}}#top"),
            ("http://h/;sid=1;token=hun2/x", "http://h/;sid=1;token={{token}}/x"),
            ("http://hun2@h/", "http://{{password}}@h/"), ("http://me:hun2@h/", "http://me:{{password}}@h/"),
        ])
    func addresses(url: String, expected: String) {
        let (http, postman) = Self.exported("GET \(url)\n")
        #expect(http.contains("### GET \(expected)\n") && http.contains("\nGET \(expected)\n"), "\(http)")
        for text in [http, postman] { #expect(!text.contains("hun"), "\(text)") }
    }

    @Test("A body that names secrets and is no JSON is left out whole")
    func broken() {
        let (http, postman) = Self.exported(
            "POST http://h/\nContent-Type: application/json\n\n{\"x\": \", \"password\": \"hunter2-hunter2\"}\n"
        )
        #expect(http.contains("{{body}}"), "\(http)")
        for text in [http, postman] { #expect(!text.contains("hunter2")) }
    }

    @Test("A terminal gets text in which nothing acts, a pipe the bytes")
    func terminal() {
        let bytes = Array("X-A: \u{1B}]0;x\u{7}\nX-B: \u{9B}31m \u{202E}\u{200B}\n".utf8)
        let (text, isChanged) = ExportCommand.shown(bytes, in: .utf8)
        #expect(isChanged)
        #expect(String(decoding: text, as: UTF8.self) == "X-A: ^[]0;x^G\nX-B: <9B>31m <U+202E><U+200B>\n")
        let plain = Array("GET http://h/\nX: \u{E9}\n".utf8)
        #expect(ExportCommand.shown(plain, in: .utf8) == (plain, false))
        let foreign = ExportCommand.shown(Array("é…\n".utf8), in: .ascii)
        #expect(foreign.isChanged && foreign.text.allSatisfy { $0 < 0x80 })
    }

    @Test("In a report, what turns or hides text is written as a reference of XML")
    func junit() throws {
        var record = TaskRecord(
            id: 1,
            origin: TaskOrigin(request: .get("http://h/?token=abc"), date: Date(timeIntervalSince1970: 0)),
            created: Instant(nanoseconds: 0))
        record.testResults = [TestResult("body \u{202E}is\u{200B}", .failed(actual: "\u{2066}x"))]
        let result = SendLoop.Result(
            summary: RunSummary(), records: [record], signal: nil, matches: 0, refusals: [])
        var redaction = Redaction()
        let text = String(decoding: JUnitReport(result).bytes(redaction: &redaction), as: UTF8.self)
        #expect(text.contains("body &#x202e;is&#x200b;: &#x2066;x"))
        #expect(text.contains("token=&lt;redacted:1&gt;") && !text.contains("abc"))
    }

    @Test("A mock of a request with a secret in its path asks for any text there")
    func path() throws {
        let folder = try ScratchFolder()
        var files = MockFiles(folder.path, isGiven: true)
        var request = Request.get("http://h/team-s3cret/x.y")
        request.userInfo[.secrets] = ["team-s3cret"]
        var match = Mock.Match(method: .get, address: .path("/team-s3cret/x.y"))
        match.query = [Mock.Condition("a", "team-s3cret"), Mock.Condition("b", "1")]
        let reply = Mock.Reply(status: 200, body: .text("of team-s3cret"))
        let mock = Mock(
            id: "1", name: "GET /team-s3cret/x.y", match: match, answers: [Mock.Answer(.response(reply))])
        _ = try files.add([mock], called: mock.name, madeOf: [request])
        let store = MockStore()
        var reader = MockFiles(folder.path, isGiven: true)
        _ = reader.read(into: store)
        let read = try #require(store.all.first?.mock)
        #expect(read.match.address == .pathPattern(#"/[^/]+/x\.y"#))
        #expect(read.match.query == [Mock.Condition("b", "1")])
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let texts = names + names.compactMap { try? folder.read($0) }
        #expect(!texts.joined().contains("team-s3cret"))
    }

    @Test("What an editor leaves is gone with it, copies too")
    func editor() throws {
        let file = try EditedFile(Array("secret".utf8), name: "body.txt")
        let copy = file.path + "~"
        try Data("secret".utf8).write(to: URL(filePath: copy))
        #expect(file.collect() == "secret")
        #expect(access(file.path, F_OK) != 0 && access(copy, F_OK) != 0)
    }
}
