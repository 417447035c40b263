import ClientEngine
import ClientEngineRecording
import InspectorTaskFilter

@testable import InspectorScreen
@testable import InspectorValues

extension Scene {
    /// A held request, a held response, and an edited response.
    static let held = ["", "H", "j3", "kkHe"].map { keys in
        Scene(
            keys.isEmpty ? "held" : "held-\(["H": "choices", "j3": "edited", "kkHe": "draft"][keys] ?? "")",
            ""
        ) {
            var story = Story()
            let asked = Request.post("http://api.acme.test/v1/users/42", body: .text(#"{"name":"Ada"}"#))
            for (id, time) in [(1, 100), (2, 2_100), (3, 3_100)] {
                story.create(id, asked, at: time, from: Provenance(.proxy))
                guard id > 1 else { continue }
                story.begin(id, at: time + 1, asked)
                let head = ResponseHead(
                    status: 200, reason: "OK", headers: ["Content-Type": "application/json"])
                story.add(id, 1, 1, at: time + 40, .head(head))
                story.add(id, 1, 1, at: time + 41, .received(Array(#"{"id":42}"#.utf8)))
                story.add(id, 1, 1, at: time + 42, .exchangeEnded(ExchangeEnd()))
                story.add(id, 1, at: time + 42, .attemptEnded(.response(status: 200), retry: nil))
                story.add(id, 1, 1, at: time + 42, .processing)
            }
            let edited = ResponseHead(status: 503, reason: "Busy", headers: ["Content-Length": "5"])
            story.add(3, at: 4_000, .annotated(.editedRequest))
            story.add(
                3, at: 4_000, .annotated(Annotation(EditedAnswer(head: edited, body: Array("later".utf8)))))
            story.add(3, 1, 1, at: 4_001, .taskEnded(.succeeded))
            story.milliseconds = 75_100
            $0.story = story
            $0.program = ["python3", "fetch.py"]
            $0.messages = [.hold(.changed(holds))] + TestApp.keys(in: keys).map { .key($0) }
        }
    }

    private static var holds: Holds {
        var holds = Holds()
        guard let url = try? RequestURL(parsing: "http://api.acme.test/v1/users/42") else { return holds }
        let route = Route(.post, url)
        for (id, part) in [(1, Holds.Part.request), (2, .answer)] {
            _ = holds.toggle(part, of: route)
            let since = Story.instant(id == 1 ? 100 : 2_142)
            _ = holds.hold(Holds.Message(task: id, part: part, route: route, since: since))
        }
        return holds
    }
}
