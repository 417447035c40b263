import ClientEngine
import Foundation
import InspectorCanvas
import RequestFormats
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("The preview of a saved request")
struct PreviewTests {
    private static let login = SavedEntry.Reference(file: "/api/auth.http", number: 1, line: 3)

    private static func app(_ size: Size = Size(width: 80, height: 24)) -> TestApp {
        var app = TestApp(width: size.width, height: size.height)
        app.open(SavedFile.sample)
        return app
    }

    private static func draft(_ text: String, _ values: [String: DraftValue]) throws -> DraftState {
        var draft = DraftState(try #require(Draft(reading: text)))
        draft.values = values
        return draft
    }

    @Test("shows what would be sent, with values in the place of references and without secrets")
    func values() throws {
        var app = Self.app()
        #expect(app.previews == [Self.login])
        let text = """
            ### login
            # @retry 2
            POST {{base}}/login?t={{$uuid}}
            Authorization: Bearer {{token}}
            X-Id: {{nope}}

            {"password": "sesame"}
            """
        let values: [String: DraftValue] = [
            "base": .text("http://h"), "$uuid": .madeWhenSent, "token": .text("s3cret"), "nope": .undefined,
        ]
        app.send(.saved(.preview(try Self.draft(text, values), of: Self.login)))
        let shown = [
            "# @retry 2", "POST http://h/login?t={{$uuid}}", "Authorization: Bearer ••••", "X-Id: {{nope}}",
        ]
        for line in shown { #expect(app.screen.contains(line), "\(app.screen)") }
        #expect(!app.screen.contains("s3cret") && !app.screen.contains("sesame"))
    }

    @Test("shows the settings that the request takes over, each with its place, and hides their secrets")
    func inherited() throws {
        var app = Self.app()
        let text = """
            # @header Authorization: Bearer {{token}}
            # @header X-Client: web
            # @timeout 5 s
            # @no-redirect
            ###
            # @timeout 1 s
            GET http://h/orders
            X-Own: 1
            """
        let file = HTTPFile(parsing: text, path: "/api/shop.http")
        var draft = try Self.draft(
            "# @timeout 1 s\nGET http://h/orders\nX-Own: 1\n\nbody", ["token": .text("s3cret")])
        draft.origin = DraftOrigin(path: "/api/shop.http", number: 1, bytes: [])
        draft.inherited = file.defaults
        app.send(.saved(.preview(draft, of: Self.login)))
        let lines = app.screen.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let place = try #require(lines.firstIndex { $0.contains("# @timeout 1 s") }, "\(app.screen)")
        for (offset, line) in [
            "# @timeout 1 s", "# @no-redirect  shop.http:4", "GET http://h/orders", "X-Own: 1",
            "Authorization: Bearer ••••  shop.http:1", "X-Client: web  shop.http:2",
        ].enumerated() {
            #expect(lines[place + offset].contains(line), "\(app.screen)")
        }
        #expect(!app.screen.contains("s3cret") && !app.screen.contains("5 s"))
    }

    @Test("follows the selection, and an answer that comes too late is not shown")
    func late() throws {
        var app = Self.app()
        app.type("jjj")
        #expect(app.previews.last?.file == "/api/shop/orders.http")
        app.send(.saved(.preview(try Self.draft("GET http://late/\n", [:]), of: Self.login)))
        #expect(!app.screen.contains("http://late/"))
    }

    @Test("is read again when the file or the environment has changed")
    func renewed() {
        var app = Self.app()
        app.send(.saved(.files([SavedFile.sample[0]])))
        app.send(.saved(.environments(EnvironmentChoice(names: ["local"], selected: "local"))))
        #expect(app.previews == [Self.login, Self.login, Self.login])
    }

    @Test("gives way to the response of the request that it shows", arguments: [80, 140])
    func response(width: Int) {
        var app = Self.app(Size(width: width, height: 40))
        var story = Story()
        story.create(
            1, .init(url: "http://h/login"), at: 0,
            from: Provenance(.saved, file: "/api/auth.http", line: 3))
        story.begin(1, at: 0, .init(url: "http://h/login"))
        story.answer(1, at: 5, 200)
        app.play(story)
        #expect(app.screen.contains("1 Timing"))
        app.type("jjj")
        #expect(app.state.saved.selectedRequest?.title == "list orders")
        #expect(!app.screen.contains("1 Timing"))
        app.type("<tab>")
        #expect(app.screen.contains("1 Timing"))
    }

    @Test("of a request that cannot be read is not that of the one before")
    func unreadable() throws {
        var app = Self.app()
        app.send(.saved(.preview(try Self.draft("GET http://before/\n", [:]), of: Self.login)))
        app.type("jjj")
        app.send(.saved(.preview(nil, of: try #require(app.previews.last))))
        #expect(!app.screen.contains("http://before/"))
        #expect(app.screen.contains("This is not a request that can be sent."))
    }

    @Test("has no place in a low window, where it is read for a mock alone")
    func low() {
        let app = Self.app(Size(width: 80, height: 12))
        #expect(app.previews.count == 1)
        #expect(Layout(app.state).preview == nil)
    }
}
