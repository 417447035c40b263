import ClientEngine

@testable import InspectorScreen

extension TestApp {
    /// Returns the focused body page of a task with this response body.
    static func showing(body: String, type: String = "text/plain") -> TestApp {
        var story = Story.answering()
        story.answer(1, at: 10, 200, headers: ["Content-Type": type], body: body)
        var app = TestApp()
        app.play(story)
        app.type("2<tab>")
        return app
    }

    /// Returns the same for bytes that need not be UTF-8.
    static func showing(bytes: [UInt8], type: String, ascii: Bool = false) -> TestApp {
        var story = Story.answering()
        let head = ResponseHead(status: 200, reason: "OK", headers: ["Content-Type": type])
        story.add(1, 1, 1, at: 10, .phase(.receive))
        story.add(1, 1, 1, at: 10, .head(head))
        story.add(1, 1, 1, at: 10, .received(bytes))
        story.add(1, 1, 1, at: 10, .exchangeEnded(ExchangeEnd()))
        story.add(1, 1, at: 10, .attemptEnded(.response(status: 200), retry: nil))
        story.add(1, 1, 1, at: 10, .taskEnded(.succeeded))
        var app = TestApp(ascii: ascii)
        app.play(story)
        app.type("2<tab>")
        return app
    }

    /// Returns the focused body page of a task whose body has begun to arrive.
    static func receiving(_ chunks: String..., type: String = "text/plain") -> TestApp {
        var story = Story.answering()
        story.add(1, 1, 1, at: 5, .phase(.receive))
        story.add(
            1, 1, 1, at: 5,
            .head(ResponseHead(status: 200, reason: "OK", headers: ["Content-Type": type])))
        var app = TestApp()
        app.play(story)
        app.type("2<tab>")
        for chunk in chunks { app.receive(chunk) }
        return app
    }

    /// Receives more of the body of task 1.
    mutating func receive(_ chunk: String) {
        send(
            .engine([
                Event(task: 1, attempt: 1, exchange: 1, at: state.now, .received(Array(chunk.utf8)))
            ]))
    }
}

extension Story {
    /// Returns a task that is about to be answered.
    fileprivate static func answering() -> Story {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        return story
    }
}
