import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Secrets in a draft")
struct DraftSecretTests {
    private static let secrets = ["pw-7", "ck-7", "key-7", "tok-7", "json-7", "user-7", "num-7"]
    private static let block = """
        POST http://me:user-7@h/x?api_key=num-7&a=1
        Cookie: sid=ck-7
        X-Api-Key: key-7
        Authorization: Basic ann:pw-7
        Content-Type: application/json

        {"user": "ann", "access_token": ["tok-7"], "a": {"password": "json-7"}}

        """

    private static func app(_ text: String = block, origin: DraftOrigin? = nil) throws -> TestApp {
        var app = TestApp(width: 120, height: 36)
        var draft = DraftState(try #require(Draft(reading: text)), isStored: false)
        draft.origin = origin
        app.send(.draft(.read(draft)))
        return app
    }

    private static func written(_ app: TestApp) throws -> String {
        guard case .draft(.save(let text, _)) = app.effects.last else { return "" }
        return text
    }

    @Test("None is on the screen, until somebody asks for them")
    func hidden() throws {
        var app = try Self.app()
        for secret in Self.secrets { #expect(!app.screen.contains(secret), "\(secret)") }
        #expect(app.screen.contains("http://me:••••@h/x") && app.screen.contains("sid=••••"))
        app.type(":show the secrets<enter>")
        for secret in Self.secrets { #expect(app.screen.contains(secret), "\(secret)") }
        app.type(":hide them<enter>")
        #expect(!app.screen.contains("pw-7"))
    }

    @Test("The one that is being typed is shown, and hidden when its field is left")
    func typed() throws {
        var app = TestApp()
        app.type("nhttp://h/<enter>jjj<right><right>jesesame")
        #expect(app.screen.contains("sesame"))
        app.type("<enter>")
        #expect(!app.screen.contains("sesame") && app.row(with: "token")?.contains("••••") == true)
        guard case .draft(.keep(let text?)) = app.effects.last else { throw Missing() }
        #expect(text == "GET http://h/\nAuthorization: Bearer {{token-not-kept}}\n")
    }

    private struct Missing: Error {}

    @Test("What a reference in a secret field stands for is hidden, too")
    func references() throws {
        var app = try Self.app("GET http://h/\nAuthorization: Bearer {{mine}}\nX: {{my-token}}{{x}}\n")
        app.send(.draft(.values(["mine": .text("s-1"), "my-token": .text("s-2"), "x": .text("plain")])))
        #expect(app.screen.contains("{{mine}}  → ••••") && app.screen.contains("→ ••••plain"))
        #expect(!app.screen.contains("s-1") && !app.screen.contains("s-2"))
    }

    @Test("What outlives a crash holds none, and cannot be sent before they are typed again")
    func kept() throws {
        var app = try Self.app("@token = tok-7\n" + Self.block)
        app.type("k<right>")
        let texts = app.effects.compactMap { if case .draft(.keep(let text?)) = $0 { text } else { nil } }
        let text = try #require(texts.last)
        for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("{{password-not-kept}}") && !text.contains("@token"))
        var next = TestApp()
        next.send(.draft(.earlier(text)))
        next.type("n")
        #expect(next.screen.contains("Secrets are not kept in files: type them again."))
    }

    @Test("What outlives a crash holds a secret in no spelling, wherever it comes up again")
    func spellings() throws {
        let text = "POST http://h/?q=top%20secret%2F1\nX: sesame-open\n\n{\"a\": \"top secret\\/1\"}\n"
        var draft = DraftState(
            try #require(Draft(reading: "@password = sesame-open\n" + text)), isStored: false)
        draft.secretValues = ["top secret/1"]
        let kept = draft.textToKeep
        for spelling in ["top secret/1", "top%20secret%2F1", "top secret\\/1", "sesame-open"] {
            #expect(!kept.contains(spelling), "\(kept)")
        }
        #expect(kept.contains("{{value-not-kept}}") && !kept.contains("<redacted"))
        #expect(try #require(Draft(reading: kept)).lacksSecrets)
    }

    @Test("W asks before a secret would stand in a file, and Esc saves nothing")
    func question() throws {
        var app = try Self.app()
        app.type("W")
        #expect(app.state.place == .draftSecrets)
        #expect(app.row(35).contains("password and 4 more would be saved in clear text."))
        app.type("W<enter>o<esc>")
        #expect(app.state.place == .draft)
        #expect(try Self.written(app) == "")
    }

    @Test("v writes variables, says which, and keeps what was typed")
    func variables() throws {
        var app = try Self.app()
        app.type("Wv<enter>")
        #expect(
            try Self.written(app) == """
                POST http://me:{{password}}@h/x?api_key={{api_key}}&a=1
                Cookie: sid={{sid}}
                X-Api-Key: {{x-api-key}}
                Authorization: Basic ann:{{password-2}}
                Content-Type: application/json

                {"user": "ann", "access_token": ["{{access_token}}"], "a": {"password": "{{password-3}}"}}

                """)
        app.send(
            .draft(
                .saving(
                    .saved(
                        DraftOrigin(path: "/a.http", number: 1, bytes: Array(try Self.written(app).utf8))))))
        #expect(app.screen.contains("Define {{password}}, {{api_key}}, {{sid}}"))
        #expect(app.row(1).hasSuffix("saved ──") && !app.row(1).contains("not saved"))
        #expect(app.state.compose.draft?.draft.credentials.password == "pw-7")
        app.type("<esc>W")
        #expect(app.state.place == .draftSecrets)
    }

    @Test("l leaves out what holds them")
    func leavingOut() throws {
        var app = try Self.app()
        app.type("Wl<enter>")
        #expect(
            try Self.written(app) == """
                POST http://me:@h/x?a=1
                Content-Type: application/json

                {"user": "ann", "access_token": [""], "a": {"password": ""}}

                """)
    }

    @Test("A secret that the file already holds is no question, another one is")
    func known() throws {
        var app = try Self.app(origin: DraftOrigin(path: "/a.http", number: 1, bytes: Array(Self.block.utf8)))
        app.type("W")
        #expect(try Self.written(app) == Self.block)
        app.type("gjjjjjesecret_x<tab>new-7<enter>")
        #expect(app.state.compose.draft?.draft.request.secrets.map(\.text).contains("new-7") == true)
        app.type("Wv")
        #expect(try Self.written(app).contains("pw-7") && !(try Self.written(app).contains("new-7")))
    }

    @Test("References are no secrets")
    func referencesAlone() throws {
        var app = try Self.app("GET http://h/?token={{t}}\nAuthorization: Bearer {{a}}\nCookie: s={{b}}\n")
        app.type("W")
        #expect(app.state.place == .draftPath)
    }
}
