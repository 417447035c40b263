import ClientEngine
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Copies of tasks")
struct DraftCopyTests {
    private static let text =
        "POST {{base}}/upload\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name=\"f\"; filename=\"p.png\"\n\n< p.png\n--x--\n"

    private static func sent(_ provenance: Provenance = .composed, as id: TaskID = 1, in app: inout TestApp)
        throws
    {
        let url = try RequestURL(parsing: "http://h/upload")
        let request = Request(method: .post, url: url.text, body: .text("--x--"))
        let origin = TaskOrigin(
            request: request, url: url, date: .init(timeIntervalSince1970: 0), provenance: provenance)
        app.send(.engine([Event(task: id, at: Instant(nanoseconds: Int64(id)), .created(origin))]))
    }

    @Test("A task of a draft has its form, its variables and its files again, also when it was sent again")
    func draft() throws {
        var app = TestApp()
        app.type("n<esc>E")
        app.send(.draft(.edited(Self.text)))
        app.type("<enter>")
        guard case .draft(.send(let outgoing, _)) = app.effects.last else {
            Issue.record("nothing was sent")
            return
        }
        try Self.sent(in: &app)
        app.send(.draft(.started(1, outgoing)))
        app.send(.draft(.sent))
        try Self.sent(Provenance(.resend, resendOf: 1), as: 2, in: &app)
        for _ in 1...2 {
            app.type("e")
            let draft = try #require(app.state.compose.shown?.draft)
            #expect(draft.bodyKind == .multipart && draft.parts.map(\.value) == ["@p.png"])
            #expect(draft.url == "{{base}}/upload")
            app.type("<esc>k")
        }
        app.type("G<esc>D")
        #expect(app.state.compose.sent.keys.sorted() == [1])
    }

    @Test("A task of a saved request opens the request, as long as it stands in its place")
    func saved() throws {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        let entry = try #require(app.state.saved.allRequests.first { $0.method == "POST" })
        let reference = entry.reference
        try Self.sent(Provenance(.saved, file: reference.file, line: reference.line), in: &app)
        try Self.sent(Provenance(.saved, file: reference.file, line: 9999), as: 2, in: &app)
        app.type("<tab>ge")
        #expect(app.effects.last == .draft(.read(reference)))
        app.type("je")
        #expect(app.state.compose.shown?.draft.url == "http://h/upload")
    }
}
