import ClientEngine
import Foundation
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Questions before sending")
struct SendQuestionTests {
    private static let subject = SendQuestion.Subject.saved(.init(file: "/a.http", number: 1, line: 1))

    private static func question(note: String? = nil) -> SendQuestion {
        SendQuestion(
            subject, note: note,
            prompts: [
                .init(name: "user", about: "who signs in", isSecret: false),
                .init(name: "password", about: "", isSecret: true),
            ])
    }

    @Test("Values are asked for one after the other, and sent with the request")
    func prompts() {
        var app = TestApp()
        app.send(.ask(Self.question()))
        #expect(app.row(23).contains("user (who signs in): "))
        app.type("ann q<enter>")
        #expect(app.row(23).contains("password: "))
        app.type("sesame")
        #expect(app.row(23).contains("••••••") && !app.screen.contains("sesame"))
        app.type("<enter>")
        let answers = SendAnswers(values: ["user": "ann q", "password": "sesame"])
        #expect(app.effects == [.saved(.send(.init(file: "/a.http", number: 1, line: 1), answers))])
        #expect(app.state.overlays.isEmpty)
    }

    @Test(
        "A note has to be agreed to",
        arguments: [("y", true), ("<enter>", true), ("n", false), ("<esc>", false)])
    func note(keys: String, isSent: Bool) {
        var app = TestApp()
        app.send(.ask(SendQuestion(Self.subject, note: "Really?", prompts: [])))
        #expect(app.screen.contains("Really?"))
        app.type(keys)
        let reference = SavedEntry.Reference(file: "/a.http", number: 1, line: 1)
        #expect(app.effects == (isSent ? [.saved(.send(reference, SendAnswers(isConfirmed: true)))] : []))
    }

    @Test("An answer of before is offered the next time; a secret one is not kept")
    func earlierAnswers() {
        var app = TestApp()
        app.send(.ask(Self.question()))
        #expect(app.state.completion == nil)
        app.type("ann<enter>sesame<enter>")
        app.send(.ask(Self.question()))
        #expect(app.state.completion?.candidates.map(\.text) == ["ann"])
        app.type("<down><enter><enter>")
        #expect(app.row(23).contains("password: ") && app.state.completion == nil)
        app.type("x<enter>")
        #expect(
            app.effects.last
                == .saved(
                    .send(
                        .init(file: "/a.http", number: 1, line: 1),
                        SendAnswers(values: ["user": "ann", "password": "x"]))))
        #expect(app.state.earlierAnswers == ["user": ["ann"]])
    }

    @Test("Esc sends nothing, in the middle of the questions too")
    func cancel() {
        var app = TestApp()
        app.send(.ask(Self.question(note: "")))
        app.type("yann<enter>x<esc>")
        #expect(app.effects.isEmpty && app.state.overlays.isEmpty)
    }

    @Test("What the file asks for is found; what the command line says is not asked")
    func files() throws {
        let folder = NSTemporaryDirectory() + "/questions-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.http"
        let text =
            "# @note Careful.\n# @prompt user who signs in\n# @prompt password\nGET http://h/{{user}}?p={{password}}\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        let reference = SavedEntry.Reference(file: path, number: 1, line: 4)
        let workspace = Workspace(paths: [folder])
        let planner = Planner(workspace, environment: nil)
        let question = try #require(try planner.plan(reference).inquiry)
        #expect(question.note == "Careful.")
        #expect(question.prompts.map(\.variable) == ["user", "password"])
        let answers = SendAnswers(values: ["user": "ann", "password": "p"], isConfirmed: true)
        #expect(
            try workspace.request(reference, environment: nil, answers: answers)?.url == "http://h/ann?p=p")
        let given = Planner(Workspace(paths: [folder], overrides: ["user": "bob"]), environment: nil)
        #expect(try given.plan(reference).inquiry?.prompts.map(\.variable) == ["password"])
        let draft = OutgoingDraft(text: text)
        #expect(try planner.plan(draft).inquiry == question)
        guard case .messages(let messages) = planner.answer(to: .draft(draft), SendAnswers()),
            case .ask(let asked)? = messages.first
        else {
            Issue.record("nothing is asked")
            return
        }
        #expect(asked.subject == .draft(draft) && asked.prompts == Self.question().prompts)
    }
}
