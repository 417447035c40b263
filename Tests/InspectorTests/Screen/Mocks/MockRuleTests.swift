import ClientEngine
import ClientEngineRecording
import RequestFormats
import Testing

@testable import InspectorScreen

@Suite("Rules of mocks made of tasks")
struct MockRuleTests {
    private func stored(_ app: TestApp) -> Mock? {
        if case .mock(.add(let mock, _)) = app.effects.last { mock } else { nil }
    }

    @Test("A mock of a task does not ask for values that the next sending has others of, nor for secret ones")
    func passing() throws {
        var request = Request.post(
            "http://h/users/u-1f2e3d/x?key=d7625e4d&page=d7&at=now+d7625e4d&token=s3cretvalue&n=5",
            body: .text(#"{"id": "d7625e4d", "kept": [1, "d7625e4d"], "n": 5}"#))
        request.headers["Content-Type"] = "application/json"
        request.userInfo[.passing] = ["d7625e4d", "1f2e3d", "5"]
        request.userInfo[.secrets] = ["s3cretvalue"]
        var story = Story()
        story.quick(1, request, at: 100, took: 20, body: "{}")
        var app = TestApp()
        app.play(story)
        app.type("gm5<enter>")
        let match = try #require(stored(app)?.match)
        #expect(match.address == .pathTemplate("/users/{id}/x"))
        #expect(match.query == [.init("page", "d7")])
        #expect(
            match.body == [
                .equalToJSON(.init(["kept": [1]], ignoresArrayOrder: true, ignoresExtraElements: true))
            ])
    }

    @Test("The line before storing says if the mock matches no task but the one it is made of")
    func onlyThis() {
        var story = Story()
        for (index, id) in [42, 42, 7].enumerated() {
            story.quick(index + 1, .get("http://h/users/\(id)"), at: index * 100, took: 20, body: "{}")
        }
        var app = TestApp()
        app.play(story)
        app.type("Gm5")
        #expect(app.screen.contains("would have matched only this one of the last 3"))
        app.type("-")
        #expect(app.screen.contains("would have matched 3 of the last 3"))
    }
}
