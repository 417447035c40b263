import Foundation
import RequestFormats
import Testing

@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("What folders want beyond themselves")
struct TrustQuestionTests {
    private static func wish(_ ask: Ask) -> Wish { Wish(folder: "/repo", ask: ask) }

    @Test("A document's wishes are gathered in their order, those in comments left out")
    func asks() {
        let file = HTTPFile(
            parsing: """
                @home = {{$processEnv HOME}}
                # {{$processEnv COMMENT}}
                # @prompt otp Your code
                # @timeout {{$env.PATIENCE}}
                POST http://h/{{home}}?{{$processEnv %name}}
                X-A: {{$processEnv TOKEN}}

                {{$processEnv TOKEN}} {{$processEnv  BODY }}

                ?? body == {{$processEnv EXPECTED}}
                >>! out/{{id}}.json

                """, path: "a.http")
        #expect(
            file.asks == [
                .variable("HOME"), .variable("TOKEN"), .variable("PATIENCE"), .variable("BODY"),
                .variable("EXPECTED"), .prompt("otp"), .file("out/{{id}}.json"),
            ])
        #expect(file.asks.allSatisfy { Ask(word: $0.word) == $0 })
    }

    @Test("A question shows all that it would allow, what is needed and what sounds like a secret first")
    func limited() {
        let many = (0..<100).map { Self.wish(.variable("HARMLESS_\($0)")) }
        let secret = Self.wish(.variable("ZZ_SECRET_TOKEN"))
        let question = TrustQuestion("repo", needed: Self.wish(.file("out.json")), others: many + [secret])
        #expect(question.wishes.contains(secret) && question.wishes.contains(Self.wish(.file("out.json"))))
        #expect(question.wishes.count < 40)
        for case .variable(let name) in question.wishes.map(\.ask) { #expect(question.text.contains(name)) }
    }

    @Test(
        "Only its own keys answer it",
        arguments: [
            ("y", true, true), ("o", true, false), ("n", false, false), ("<enter><esc>", false, false),
        ])
    func keys(keys: String, isSent: Bool, isRemembered: Bool) {
        let subject = SendQuestion.Subject.saved(.init(file: "/a.http", number: 1, line: 1))
        let wish = Self.wish(.variable("TOKEN"))
        var app = TestApp()
        app.send(.ask(SendQuestion(subject, wishes: TrustQuestion("repo", needed: wish, others: []))))
        #expect(app.screen.contains("“repo” reads TOKEN of your environment. Allow it?"))
        app.type(keys)
        let answers = SendAnswers(granted: [wish], remembered: isRemembered ? [wish] : [])
        #expect(
            app.effects
                == (isSent ? [.saved(.send(.init(file: "/a.http", number: 1, line: 1), answers))] : []))
        #expect(app.state.overlays.isEmpty)
    }

    @Test("What was allowed for good is there for the next program, and a new wish is not among it")
    func memory() throws {
        let scratch = try ScratchFolder()
        let state = StateFolder(path: scratch.path + "/state")
        let (first, second) = (TrustMemory(state), TrustMemory(state))
        #expect(!second.holds(Self.wish(.variable("A"))))
        first.add([Self.wish(.variable("A"))])
        try first.save()
        second.add([Self.wish(.file("x \"y\"\n"))])
        try second.save()
        let third = TrustMemory(state)
        #expect(third.holds(Self.wish(.variable("A"))) && third.holds(Self.wish(.file("x \"y\"\n"))))
        #expect(!third.holds(Self.wish(.variable("B"))))
        #expect(!third.holds(Wish(folder: "/other", ask: .variable("A"))))
        try scratch.write("{", to: "state/trust.json")
        #expect(!TrustMemory(state).holds(Self.wish(.variable("A"))))
    }
}
