import ClientEngine
import InspectorValues
import RequestFormats
import Testing

@testable import InspectorScreen
@testable import InspectorWorkspace

@Suite("The text of a draft")
struct DraftTextTests {
    @Test(
        "is the text it was read from",
        arguments: [
            "GET http://h/\n", "### title\n# a comment\nGET {{base}}/x?a=1&b=#f HTTP/1.1\nAccept: */*\n",
            "@id = 1\n# @name one\n# @retry 2\n# @retry-when 503 timeout\n# @timeout 5s\nPOST http://h/\nAuthorization: Basic a:b\nX: y\n\nsome\n\ntext\n",
            "GET http://h/?b\n# ?off=1\n# ?bare\nAuthorization: Bearer {{token}}\n# X-Off: a: b\nX: y\n",
            "POST http://h/\nContent-Type: application/json\n\n{\"a\": {{a}}}\n\n\n",
            "POST http://h/\n# &b=2\nContent-Type: application/x-www-form-urlencoded\n\na=1&c={{c}}\n",
            "PUT http://h/\n\n< ./a.bin\n",
            "POST http://h/\n\ntext\n\n> {%\n client.log(1)\n%}\n\n?? status == 200\n",
            "POST http://h/\nContent-Type: text/plain; charset=x\n\na\n< b\nc\n",
            "GET http://h/\r\nA: b\r\n\r\nx\r\n",
            "POST http://h/\nX: 1\nAuthorization: Digest a b\n{{header}}\n",
        ])
    func roundTrip(text: String) throws {
        #expect(try #require(Draft(reading: text)).block == text)
    }

    @Test("sorts a block into fields")
    func fields() throws {
        let text =
            "# @retry 2\nPOST {{base}}/x?a=1&b\nAuthorization: Basic dTpwOnE=\n# X-Off: v\nContent-Type: application/json\n\n{}\n"
        let draft = try #require(Draft(reading: text))
        #expect(draft.method == "POST" && draft.url == "{{base}}/x")
        #expect(draft.query.map(\.name) == ["a", "b"] && draft.query.map(\.value) == ["1", ""])
        #expect(draft.credentials.kind == .basic)
        #expect(draft.credentials.user == "u" && draft.credentials.password == "p:q")
        #expect(draft.headers == [Draft.Row(name: "X-Off", value: "v", isOn: false)])
        #expect(draft.bodyKind == .json && draft.text == "{}")
        #expect(draft.head[directive: "retry"] == "2")
    }

    @Test(
        "has lines commented out within a query as parameters switched off, and indented headers as headers")
    func continuedQuery() throws {
        let text = "GET http://h/x?z=0\n  # &off=1\n  &a=2\n  Accept: b\n  Authorization: Bearer t\n"
        let draft = try #require(Draft(reading: text))
        #expect(draft.query.filter(\.isOn).map(\.name) == ["z", "a"])
        #expect(draft.query.filter { !$0.isOn }.map(\.name) == ["off"])
        #expect(draft.headers.map(\.name) == ["Accept"])
        #expect(draft.credentials.kind == .bearer)
        #expect(
            HTTPFile(parsing: draft.block, path: "x").requests.map(\.target.text) == ["http://h/x?z=0&a=2"])
    }

    @Test(
        "has the parts of a login in fields, also if they are references",
        arguments: [
            ("Digest ann same", .digest, ["ann", "same", "", "", "", "", ""]),
            (
                "NTLM WORK\\ann:{{$dotenv PASSWORD}}", .ntlm,
                ["WORK\\ann", "{{$dotenv PASSWORD}}", "", "", "", "", ""]
            ),
            ("Negotiate", .negotiate, ["", "", "", "", "", "", ""]),
            ("AWS AKID {{$dotenv SECRET}}", .aws, ["", "", "AKID", "{{$dotenv SECRET}}", "", "", ""]),
            (
                "AWS {{id}} {{secret}} token:{{t}} region:eu-west-1 service:s3", .aws,
                ["", "", "{{id}}", "{{secret}}", "{{t}}", "eu-west-1", "s3"]
            ),
        ] as [(String, Draft.Credentials.Kind, [String])])
    func logins(value: String, kind: Draft.Credentials.Kind, parts: [String]) throws {
        let text = "GET http://h/\nAuthorization: \(value)\n"
        let draft = try #require(Draft(reading: text))
        let fields: [DraftField] = [
            .user, .password, .accessKey, .secretKey, .sessionToken, .region, .service,
        ]
        #expect(draft.credentials.kind == kind && fields.map { draft[$0] } == parts)
        #expect(draft.headers.isEmpty)
        #expect(draft.block.contains("\nAuthorization: \(value)\n"))
        #expect(Draft(reading: draft.block) == draft)
    }

    @Test(
        "keeps a login that the fields cannot say as a header",
        arguments: [
            "AWS AKID secret eu-west-1", "AWS AKID:c2ln", "NTLM TlRMTVNT", "Negotiate YIIB",
            "Digest a=b, c=d",
        ])
    func otherLogins(value: String) throws {
        let draft = try #require(Draft(reading: "GET http://h/\nAuthorization: \(value)\n"))
        #expect(draft.credentials.kind == .none)
        #expect(draft.headers.map(\.value) == [value])
    }

    @Test("has dots in the place of the secrets of a key for AWS")
    func hiddenKey() throws {
        var draft = Draft()
        draft.credentials.kind = .aws
        (draft.credentials.accessKey, draft.credentials.secretKey) = ("AKID", "s3cret")
        draft.credentials.sessionToken = "t0ken"
        #expect(draft.text(of: .secretKey, hidingSecretsBy: "*") == "*")
        #expect(draft.text(of: .sessionToken, hidingSecretsBy: "*") == "*")
        #expect(draft.text(of: .accessKey, hidingSecretsBy: "*") == "AKID")
        #expect(!draft.blockWithoutSecrets.contains("s3cret") && !draft.blockWithoutSecrets.contains("t0ken"))
    }

    /// Returns the text that `W` writes to the file after a change to the form.
    private func saved(_ text: String, _ change: (inout Draft) -> Void) throws -> String {
        var draft = try #require(Draft(reading: text))
        change(&draft)
        var state = DraftState(draft)
        let file = "GET http://first/\n\n###\n" + text
        state.origin = DraftOrigin(path: "a.http", number: 2, bytes: Array(file.utf8))
        state.prepare()
        return state.outgoingText
    }

    @Test("is saved with every line that the form has not changed as it stood in its file")
    func spelling() throws {
        let text =
            "### One\nGET   http://h/x?a=1\n    &b=2\n#   &c=3\n    &d=4\n# why\nX-A:1\n#X-Off: 2\nAuthorization: Basic ann pw\n"
        let changed = try saved("###" + text.dropFirst(3)) { $0.headers[0].value = "2" }
        #expect(changed == text.replacing("X-A:1", with: "X-A: 2"))
        #expect(try saved(text) { _ in } == text)
        let longer = try saved(text) { $0.query[1].value = "5" }
        #expect(longer.contains("http://h/x?a=1&b=5&d=4\n") && longer.contains("# ?c=3\n"))
        #expect(longer.contains("X-A:1\n"))
    }

    @Test("holds a form of parts, with files")
    func multipart() throws {
        var draft = Draft()
        draft.method = "POST"
        draft.url = "http://h/"
        draft.bodyKind = .multipart
        draft.parts = [Draft.Row(name: "a", value: "1 2"), Draft.Row(name: "f", value: "@d/p.png")]
        #expect(Draft(reading: draft.block) == draft)
        #expect(draft.block.contains("\n< d/p.png\n"))
    }

    @Test("keeps the type and the file name of a part, also while it is switched off")
    func partHeads() throws {
        var draft = Draft()
        draft.method = "POST"
        draft.url = "http://h/"
        draft.bodyKind = .multipart
        draft.parts = [
            Draft.Row(name: "a", value: "1", type: "text/csv", filename: "a.csv"),
            Draft.Row(name: "f", value: "@d/p.png", filename: "q.png"),
            Draft.Row(name: "g", value: "x;type=y", isOn: false, type: "z"),
        ]
        #expect(Draft(reading: draft.block) == draft)
        #expect(draft.block.contains("name=\"a\"; filename=\"a.csv\"\nContent-Type: text/csv\n"))
        #expect(draft.block.contains("filename=\"q.png\"\nContent-Type: image/png\n"))
    }

    @Test("escapes what would end a row or the block")
    func escaping() throws {
        var draft = Draft()
        draft.url = "http://h/"
        draft.query = [Draft.Row(name: "q", value: "a b&c#{{d e}}")]
        #expect(draft.target == "http://h/?q=a%20b%26c%23{{d e}}")
        draft.bodyKind = .text
        draft.text = "one\n### two"
        let requests = try Workspace(paths: ["/"]).requests(
            inDraft: draft.block.replacing("{{d e}}", with: ""), of: "/", environment: nil)
        #expect(requests.map(\.body) == [.text("one\n### two")])
    }

    @Test("says nothing of rows that are off to the server")
    func offRows() throws {
        var draft = Draft()
        draft.url = "http://h/"
        draft.query = [.init(name: "a", value: "1"), .init(name: "b", value: "2", isOn: false)]
        draft.headers = [.init(name: "X", value: "1", isOn: false), .init(name: "Y", value: "2")]
        let requests = try Workspace(paths: ["/"]).requests(inDraft: draft.block, of: "/", environment: nil)
        #expect(requests == [Request(url: "http://h/?a=1", headers: ["Y": "2"])])
    }

    @Test("comes from a curl command line")
    func curl() throws {
        let line =
            "curl -L -k -X POST 'http://h/x?a=1' -H 'X: y' -u me:pw --json '{\"a\":1}' -o out 2>/dev/null"
        #expect(throws: CurlCommand.SyntaxError.self) { try CurlDraft(line: "curl 'x") }
        #expect(try CurlDraft(line: "http://curl/") == nil)
        let command = try #require(try CurlDraft(line: line))
        #expect(command.draft.credentials.user == "me")
        #expect(command.draft.bodyKind == .json && command.draft.text == "{\"a\":1}")
        #expect(command.draft.query == [Draft.Row(name: "a", value: "1")])
        #expect(
            command.notes.contains("-o out is left out.")
                && command.notes.contains { $0.contains("-k") })
    }

    @Test("takes the parts of a curl form over")
    func curlForm() throws {
        let command = try #require(
            try CurlDraft(line: "curl http://h/ -F a=1 -F 'f=@p.png' -F 'g=@q;type=text/x'"))
        #expect(command.draft.parts.map(\.value) == ["1", "@p.png", "@q"])
        #expect(command.draft.parts.map(\.type) == ["", "", "text/x"])
        #expect(command.notes.isEmpty)
    }
}
