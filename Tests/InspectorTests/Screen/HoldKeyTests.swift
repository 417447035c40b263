import ClientEngine
import InspectorTaskFilter
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Hold keys")
struct HoldKeyTests {
    private static let request = Request.post("http://h/users/42", body: .text(#"{"a":1}"#))
    private static var route: Route {
        guard let url = try? RequestURL(parsing: request.url) else { preconditionFailure() }
        return Route(.post, url)
    }

    /// Returns a screen with a task of a watched program whose request was not sent yet.
    private static func app(holding part: Holds.Part? = nil) -> TestApp {
        var story = Story()
        story.create(1, request, at: 100, from: Provenance(.proxy))
        if part == .answer {
            story.begin(1, at: 110, request)
            story.add(1, 1, 1, at: 150, .head(ResponseHead(status: 200, reason: "OK", headers: [:])))
            story.add(1, 1, 1, at: 150, .received(Array(#"{"id":42}"#.utf8)))
            story.add(1, 1, 1, at: 160, .exchangeEnded(ExchangeEnd()))
            story.add(1, 1, at: 160, .attemptEnded(.response(status: 200), retry: nil))
            story.add(1, 1, 1, at: 160, .processing)
        }
        story.milliseconds = 7_100
        var app = TestApp(width: 120, height: 30)
        app.send(.hold(.changed(Holds())))
        app.play(story)
        app.type("g")
        if let part { app.send(.hold(.changed(holds(part)))) }
        return app
    }

    private static func holds(_ part: Holds.Part) -> Holds {
        var holds = Holds()
        _ = holds.toggle(part, of: route)
        _ = holds.hold(Holds.Message(task: 1, part: part, route: route, since: Story.instant(100)))
        return holds
    }

    @Test("H and r hold the requests of a route, and the same keys let them pass again")
    func requests() {
        var app = Self.app()
        app.type("Hr")
        #expect(app.takeEffects().last == .hold(.toggle(.request, of: Self.route)))
        #expect(app.screen.contains("The next requests of POST h/users/{id} are held."))
        var holds = Holds()
        _ = holds.toggle(.request, of: Self.route)
        app.send(.hold(.changed(holds)))
        #expect(app.row(0).contains("HOLD 1"))
        app.type("Hr")
        #expect(app.takeEffects().last == .hold(.toggle(.request, of: Self.route)))
        #expect(app.screen.contains("The requests of POST h/users/{id} pass again."))
        app.type("Ha")
        #expect(app.takeEffects().last == .hold(.toggle(.answer, of: Self.route)))
    }

    @Test("a held row says for how long, and what can be done")
    func shown() {
        let app = Self.app(holding: .request)
        #expect(app.row(0).contains("HELD 1"))
        #expect(app.row(with: "/users/42")?.contains("held 0:07") == true)
        #expect(app.screen.contains("He edit  Hg let go  Hb answer"))
        #expect(app.screen.contains("request held for 7.00 s"))
    }

    @Test("a held request is edited in the form, and goes out when that is sent")
    func edited() throws {
        for keys in ["He", "e"] {
            var app = Self.app(holding: .request)
            app.type(keys)
            #expect(app.screen.contains("HELD REQUEST of task 1"))
            app.type("<enter>")
            guard case .draft(.send(let draft, _))? = app.takeEffects().last else {
                Issue.record("\(keys) sends nothing")
                continue
            }
            #expect(draft.held == 1 && draft.text.contains("POST http://h/users/42"))
            #expect(!draft.text.contains("@no-redirect"))
        }
    }

    @Test("a held request is let go, or answered by hand")
    func decided() throws {
        var app = Self.app(holding: .request)
        app.type("Hg")
        #expect(app.takeEffects().last == .hold(.release(1)))
        app.type("Hb")
        guard case .edit(.answer(var edit))? = app.takeEffects().last else {
            Issue.record("no editor is opened")
            return
        }
        #expect(edit.task == 1 && edit.text.hasPrefix("HTTP/1.1 200 OK\n"))
        edit.text = "what?"
        do {
            _ = try edit.answer()
        } catch {
            edit.problem = error
        }
        app.send(.hold(.refused(edit)))
        #expect(app.screen.contains("The program still waits. Go on editing?"))
        app.type("y")
        #expect(app.takeEffects().last == .edit(.answer(edit)))
        app.type("Hx")
        #expect(app.takeEffects().last == .hold(.releaseAll))
    }

    @Test("a held answer is edited as text")
    func answers() {
        var app = Self.app(holding: .answer)
        app.type("He")
        guard case .edit(.answer(let edit))? = app.takeEffects().last else {
            Issue.record("no editor is opened")
            return
        }
        #expect(edit.text.contains("HTTP/1.1 200 OK") && edit.text.hasSuffix("{\"id\":42}\n"))
        app.type("Hb")
        #expect(app.screen.contains("Hb: no request of this task is held"))
    }

    @Test("what does not come through here cannot be held, and the keys say why")
    func refused() {
        var story = Story()
        story.quick(1, .get("http://h/a"), at: 100, took: 20, body: "{}")
        var app = TestApp(width: 120, height: 30)
        app.play(story)
        app.type("Hr")
        #expect(app.screen.contains("Hr: nothing of other programs comes through here"))
        app.send(.hold(.changed(Holds())))
        app.type("Hr")
        #expect(app.screen.contains("it is not of a program whose requests come through here"))
        app.type("He")
        #expect(app.screen.contains("He: nothing of this task is held"))
        app.type("Hx")
        #expect(app.screen.contains("Hx: nothing is held"))
        #expect(app.effects.isEmpty)
    }
}
