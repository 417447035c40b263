import ClientEngine
import RequestFormats
import Testing

@Suite("Waiting for an answer: @until")
struct PollingTests {
    private func polling(_ text: String) throws -> Polling {
        let file = HTTPFile(parsing: "# @until \(text)\nGET http://a\n", path: "x.http")
        #expect(file.diagnostics.isEmpty)
        return try #require(file.requests.first?.options.until)
    }

    @Test(
        "has a condition, a wait and a limit",
        arguments: [
            ("status == 200", "status == 200", 1, 60),
            ("status == 200 every 2s max 1m", "status == 200", 2, 60),
            ("body.state == done max 5 s every 3 s", "body.state == done", 3, 5),
            (#"body contains "every day""#, #"body contains "every day""#, 1, 60),
            ("body contains every day and night", "body contains every day and night", 1, 60),
            ("body exists every 2s", "body exists", 2, 60),
        ])
    func parts(text: String, condition: String, seconds: Int, limit: Int) throws {
        let polling = try polling(text)
        #expect(polling.condition.text == "until \(condition)")
        #expect(polling.interval == .seconds(seconds) && polling.limit == .seconds(limit))
    }

    @Test(
        "what is not understood is an error with its place",
        arguments: [
            ("", "The condition is missing."), ("status == 200 every soon", "“soon” is not a duration."),
            ("nonsense", "“nonsense” is not a part of a response."),
            ("status is 200", "“is” is not a comparison"),
        ])
    func wrong(text: String, message: String) throws {
        let file = HTTPFile(parsing: "\n# @until \(text)\nGET http://a\n", path: "x.http")
        let error = try #require(file.diagnostics.first)
        #expect(error.severity == .error && error.line == 2 && error.message.hasPrefix("@until: \(message)"))
        #expect(error.expected?.contains("every 2s max 1m") == true)
    }

    @Test("it limits the whole task, and decides alone: retries beside it mean nothing")
    func limits() throws {
        let text = "# @until status == 200 max 9s\n# @retry 3\nGET http://a\n"
        #expect(HTTPFile(parsing: text, path: "x.http").diagnostics.map(\.severity) == [.warning])
        let made = try request(text)
        #expect(made.totalTimeout == .seconds(9) && made.retry?.maximumRetries == nil)
        #expect(try request("# @deadline 4s\n" + text).totalTimeout == .seconds(4))
    }

    @Test("values are filled in, and cannot change what it means")
    func variables() throws {
        let text = "@pause = 3s\n@state = done\n# @until body.s == {{state}} every {{pause}}\nGET http://a\n"
        #expect(try request(text).retry != nil)
        let error = try failure("@pause = 1s max 2s\n# @until status == 200 every {{pause}}\nGET http://a\n")
        #expect(error.message.contains("“1s max 2s” is not a duration") && error.line == 2)
    }

    @Test("the condition is checked once more at the end, and decides about the status it names")
    func assertion() throws {
        let text = "# @until status == 503 every 1s\nGET http://a\n"
        let saved = try HTTPFile(parsing: text, path: "x.http").request(named: "1")
        guard case .assertion(let assertion)? = ResponseActions(of: saved).steps.first else {
            Issue.record("there is no assertion")
            return
        }
        #expect(assertion.text == "until status == 503" && assertion.line == 1)
    }

    @Test("a form keeps it as it is written")
    func editing() throws {
        let text = "### Wait\n# @name wait\n# @until status == 200 every 2s max 1m\nGET http://a\nA: b\n"
        var form = try #require(EditableRequest(reading: text))
        #expect(form.text == text)
        form.headers[0].value = "c"
        #expect(form.text == text.replacing("A: b", with: "A: c"))
    }
}
