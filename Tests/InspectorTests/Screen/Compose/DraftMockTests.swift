import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("The mock of a draft")
struct DraftMockTests {
    /// Returns a draft for the route of the sample mock, with its mock field selected.
    private static func app(_ rows: [MocksState.Row] = [], isOn: Bool = true, width: Int = 120) -> TestApp {
        var app = TestApp(width: width, height: 30)
        app.send(.mock(.list(rows, isOn: isOn)))
        app.type("nhttp://h/users/42<enter>G")
        return app
    }

    private static func sent(_ app: TestApp) -> Mock? {
        guard case .draft(.send(let draft, _)) = app.effects.last else { return nil }
        return draft.mock
    }

    @Test(
        "The arrows and Space choose what answers instead of the network",
        arguments: [
            ("<right>", Mock.Answer.status(200)), ("<right><right>", .status(404)),
            ("<space><space><space><space>", .status(503)), ("<left>", .fault(.reset)),
            ("<left><left>", .fault(.never)), ("<left><left><left>", .fault(.tls)),
        ])
    func choices(keys: String, answer: Mock.Answer) {
        var app = Self.app()
        app.type(keys + "<enter>")
        #expect(Self.sent(app)?.answers == [answer])
    }

    @Test("Nothing is chosen at first, and nothing of it is written to the file")
    func none() {
        var app = Self.app()
        #expect(app.row(with: "mock")?.contains("[none]") == true)
        app.type("<enter>")
        #expect(Self.sent(app) == nil)
        app.type("<right>W<enter>")
        #expect(app.effects.last == .draft(.save("GET http://h/users/42\n", .named("scratch.http"))))
    }

    @Test("The choice stands in the title, and what comes of it below")
    func words() {
        var app = Self.app()
        app.type("<right><right><right><right><right>")
        #expect(app.row(1).contains("mocked: DNS failure · not saved"))
        #expect(
            app.row(with: "nothing is sent")?.contains("DNS failure at every attempt")
                == true)
    }

    @Test("A mock that only delays is not said to keep the request from being sent")
    func delayed() {
        var row = MocksState.Row.sample
        row.mock.answers = [Mock.Answer(.passThrough, delay: .seconds(1))]
        #expect(Self.app([row]).row(with: "answers it, as M lists")?.contains("then it is sent") == true)
        row.mock.answers.append(.fault(.dns))
        #expect(
            Self.app([row]).row(with: "answers it, as M lists")?.contains("where the network answers") == true
        )
    }

    @Test("A mock of the list that would answer is named, unless all are off", arguments: [true, false])
    func answering(isOn: Bool) {
        let app = Self.app([.sample], isOn: isOn)
        #expect(app.screen.contains("“GET /users/42 → 200” answers it, as M lists") == isOn)
        var other = app
        other.type("kkkkkkkk" + "<up>e/other<enter>")
        #expect(!other.screen.contains("answers it, as M lists"))
    }

    @Test("A mock of the list can be chosen while it is off or spent")
    func stored() throws {
        var row = MocksState.Row.sample
        row.mock.isEnabled = false
        row.mock.times = 1
        row.isSpent = true
        var app = Self.app([row])
        app.type("<left><enter>")
        let mock = try #require(Self.sent(app))
        #expect(mock.id == row.mock.id && mock.answers == row.mock.answers)
        #expect(mock.isEnabled && mock.times == nil)
        app.send(.mock(.list([], isOn: true)))
        app.type("<enter>")
        #expect(Self.sent(app) == mock)
        #expect(app.screen.contains("[GET /users/42 → 200]"))
    }

    @Test("Where not all choices fit, the chosen one is in sight")
    func narrow() {
        var app = Self.app(width: 60)
        #expect(app.row(with: "mock")?.contains("[none]  200   404") == true)
        app.type("<left>")
        #expect(app.row(with: "mock   ")?.contains("[reset]") == true)
    }

    @Test("A copy of a task keeps the mock, and the Mock page says whose it is")
    func copy() {
        var app = TestApp(width: 120, height: 30)
        var request = Request.get("http://h/users/42")
        request.mock = Mock(
            id: "m1", name: "DNS failure", match: .init(address: .any), answers: [.fault(.dns)])
        var story = Story()
        story.mocked(1, request, at: 0)
        app.send(.mock(.list([.sample], isOn: true)))
        app.play(story)
        app.type("5")
        #expect(app.screen.contains("this request alone, as its draft says"))
        app.type("e<enter>")
        #expect(Self.sent(app) == request.mock)
    }
}
