import ClientEngine
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("The linear screen")
struct PlainScreenTests {
    private static func screen() -> PlainScreen {
        var screen = PlainScreen(State(size: Size(width: 100, height: 50)))
        _ = screen.receive(.saved(.workspace(SavedFile.sample, EnvironmentChoice())))
        return screen
    }

    @Test("prints a line for each thing that happens")
    func events() {
        var screen = Self.screen()
        _ = screen.takeLines()
        _ = screen.receive(.engine(Story.home.events))
        let lines = screen.takeLines()
        #expect(lines.contains("202 POST /login: started to api.acme.test"))
        #expect(lines.contains { $0.hasPrefix("202 POST /login: ok: 200 OK, 13 B, application/json") })
        #expect(
            lines.contains { $0.hasPrefix("204 GET /report: failed: timeout/wait: no byte of the answer") })
        #expect(lines.contains("205 POST /orders: attempt 1: 503, trying again in 200 ms (200ms x2)"))
        #expect(lines.contains("205 POST /orders: attempt 2 of 5 begins"))
        #expect(lines.contains { $0.hasPrefix("203 GET /users/42: ok: 200 OK") && $0.hasSuffix("mock") })
    }

    @Test("lists saved requests by numbers, and sends them by those or by words")
    func sending() {
        var screen = Self.screen()
        _ = screen.read("list orders")
        let lines = screen.takeLines()
        #expect(lines.contains { $0.hasSuffix("POST create order /orders") || $0.contains("create order") })
        let requests = screen.state.saved.allRequests
        #expect(screen.read("send 1") == [.saved(.send(requests[0].reference))])
        #expect(screen.read("send create order").count == 1)
        #expect(screen.read("send 99").isEmpty)
        #expect(screen.takeLines().last == "there is no saved request 99; list shows them")
        #expect(screen.read("sned 1").isEmpty)
        #expect(screen.takeLines().last == "there is no command “sned”; did you mean “send”?")
    }

    @Test("cancels, resends and shows tasks by their numbers, and says why not")
    func tasks() {
        var screen = Self.screen()
        _ = screen.receive(.engine(Story.home.events))
        _ = screen.takeLines()
        #expect(screen.read("cancel 206") == [.task(.cancel(206))])
        #expect(screen.read("cancel all") == [.task(.cancel(205)), .task(.cancel(206))])
        #expect(screen.read("cancel 201").isEmpty)
        #expect(screen.takeLines() == ["not done: task 201 has ended"])
        #expect(screen.read("resend 201").count == 1)
        _ = screen.read("show 201 body")
        #expect(screen.takeLines().contains { $0.contains("\"ok\"") })
        _ = screen.read("show 201")
        #expect(screen.takeLines().contains { $0.hasPrefix("  total") })
        _ = screen.read("tasks is:failed")
        #expect(screen.takeLines().map { $0.prefix(16) } == ["204 GET /report:"])
        _ = screen.read("tasks size:x")
        #expect(screen.takeLines().first?.hasPrefix("filter: ") == true)
    }

    @Test("asks, and takes the next line for the answer")
    func questions() {
        var screen = Self.screen()
        _ = screen.takeLines()
        let reference = screen.state.saved.allRequests[0].reference
        var question = SendQuestion(.saved(reference), note: "Send this?")
        _ = screen.receive(.ask(question))
        #expect(screen.takeLines() == ["question: Send this? [y, n]"])
        #expect(screen.read("no").isEmpty && !screen.asksSomething)
        question = SendQuestion(.saved(reference), note: "Send this?")
        _ = screen.receive(.ask(question))
        #expect(screen.read("y").count == 1)
    }

    @Test("says what the screen would have in a notice")
    func notices() {
        var screen = Self.screen()
        _ = screen.takeLines()
        _ = screen.receive(.notice(.error("no such \u{1B}[31mfile", hint: "Look again.")))
        #expect(screen.takeLines() == ["error: no such ^[[31mfile Look again."])
        _ = screen.read("quit")
        #expect(screen.hasQuit)
    }
}
