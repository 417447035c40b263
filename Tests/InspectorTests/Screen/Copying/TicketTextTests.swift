import ClientEngine
import ClientEngineRecording
import Testing

@testable import InspectorScreen

@Suite("A task as text for a ticket")
struct TicketTextTests {
    private func ticket(_ name: String) throws -> TicketText {
        let (_, story) = try #require(Story.states.first { $0.name == name })
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        let task = try #require(tasks[1])
        return TicketText(task, task.lastAnswered ?? task.lastExchange, Redaction())
    }

    @Test("it tells what was asked, what came, each attempt and the times")
    func retried() throws {
        let expected = """
            POST https://api.acme.test/orders
            201 Created, 1.60 s, 4 attempts, 2023-11-14T22:13:20.000Z

            Attempts
              1  503 Service Unavailable, 100 ms, then waited 400 ms (100ms x2 = 400ms)
              2  503 Service Unavailable, 100 ms, then waited 400 ms (100ms x2 = 400ms)
              3  503 Service Unavailable, 100 ms, then waited 400 ms (100ms x2 = 400ms)
              4  201 Created, 100 ms

            Times
              send 2.0 ms, wait 78 ms, receive 10 ms

            Request

              {"item":7}

            Response
              201 Created

              {"order":1}

            """
        #expect(try ticket("retried").text == expected)
    }

    @Test("without an answer it tells the error")
    func failed() throws {
        let text = try ticket("unreachable").text
        #expect(text.contains("connect/connect: connection refused by 10.2.0.14:443"))
        #expect(!text.contains("Response"))
    }

    @Test("secrets are replaced and counted, long bodies are cut, and binary ones are named")
    func secrets() throws {
        var story = Story()
        let request = Request(
            method: .get, url: "https://h/x?token=s3cr3tvalue",
            headers: ["Authorization": "Bearer t0k3nt0k3n"])
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.answer(
            1, at: 10, 200, headers: ["Content-Type": "text/plain", "X-Echo": "t0k3nt0k3n"],
            body: "t0k3nt0k3n " + String(repeating: "long ", count: 2_000))
        story.create(2, request, at: 20)
        story.begin(2, at: 20, request)
        story.answer(2, at: 30, 200, headers: ["Content-Type": "image/png"], body: "\0\u{1}")
        var app = TestApp()
        app.play(story)
        app.type("gyt")
        guard case .copy(.toClipboard(let bytes)) = app.takeEffects().last else {
            Issue.record("nothing is copied")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("s3cr3tvalue") && !text.contains("t0k3nt0k3n"))
        #expect(text.contains("and 6.0 kB more"))
        #expect(app.screen.contains("Copied the task for a ticket"))
        #expect(app.screen.contains("Replaced in it:"))
        app.type("jyt")
        guard case .copy(.toClipboard(let second)) = app.takeEffects().last else {
            Issue.record("nothing is copied")
            return
        }
        #expect(String(decoding: second, as: UTF8.self).contains("2 B of image/png"))
    }
}
