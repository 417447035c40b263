import ClientEngine
import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Files outside of the folder", .ownThread)
struct OutsideFileTests {
    private let scratch: ScratchFolder
    private let outside: ScratchFolder
    private let path: String

    init() throws {
        scratch = try ScratchFolder()
        outside = try ScratchFolder()
        path = try outside.write("from afar", to: "file.txt")
    }

    private func workspace(allowing granted: Set<Wish> = []) -> Workspace {
        var trust = Trust(memory: TrustMemory(StateFolder(path: scratch.path + "/.state")))
        trust.granted = granted
        return Workspace(paths: [scratch.path], trust: trust)
    }

    private var wish: Wish { Wish(folder: scratch.path, ask: .outsideFile(path)) }

    private func draft(_ body: String) -> OutgoingDraft {
        OutgoingDraft(text: "POST http://h/\n\n\(body)\n")
    }

    @Test(
        "a draft asks for the file by its real path, and sends it when it is allowed",
        arguments: [true, false])
    func draft(isWhole: Bool) throws {
        let link = scratch.path + "/link.txt"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let body = isWhole ? "< \(path)" : "before\n< \(link)\nbehind"
        let error = #expect(throws: Workspace.WorkspaceError.self) {
            try workspace().jobs(for: draft(body), environment: nil)
        }
        #expect(error?.wish == wish)
        let jobs = try workspace(allowing: [wish]).jobs(for: draft(body), environment: nil)
        #expect(
            jobs.map(\.prepared.request.body) == [
                isWhole ? .file(path: path) : .text("before\nfrom afar\nbehind")
            ])
    }

    @Test("what was allowed is that file and no other")
    func otherFile() throws {
        let other = try outside.write("other", to: "other.txt")
        #expect(throws: Workspace.WorkspaceError.self) {
            try workspace(allowing: [wish]).jobs(for: draft("< \(other)"), environment: nil)
        }
        #expect(Ask(word: wish.ask.word) == wish.ask)
    }

    @Test(
        "nothing can be allowed where there is no file, and a path up is refused as ever",
        arguments: ["/dev/zero", "/nowhere/file", "../file.txt"])
    func nothing(name: String) throws {
        let error = #expect(throws: Workspace.WorkspaceError.self) {
            try workspace().jobs(for: draft("< \(name)"), environment: nil)
        }
        #expect(error?.wish == nil && error?.message.contains("is outside of the folder") == true)
    }

    @Test("a whole path into the folder needs no leave")
    func inside() throws {
        let path = try scratch.write("here", to: "sub/here.txt")
        let jobs = try workspace().jobs(for: draft("< \(path)"), environment: nil)
        #expect(jobs.map(\.prepared.request.body) == [.file(path: path)])
    }

    @Test(
        "a saved request is refused without a question, until the answer was remembered; --trust allows none")
    func saved() throws {
        let file = try scratch.write("POST http://h/\n\n< \(path)\n", to: "a.http")
        let reference = SavedEntry.Reference(file: file, number: 1, line: 1)
        let answer = Planner(workspace(), environment: nil).answer(to: .saved(reference), SendAnswers())
        guard case .messages(let messages) = answer, case .notice(let notice)? = messages.first else {
            Issue.record("it is not refused")
            return
        }
        #expect(notice.text.contains("is outside of the folder: absolute paths need to be allowed"))
        guard
            case .messages(let questions) = Planner(workspace(), environment: nil).answer(
                to: .draft(draft("< \(path)")), SendAnswers()), case .ask(let question)? = questions.first
        else {
            Issue.record("it is not asked")
            return
        }
        #expect(question.wishes?.text.contains("sends \(path), which lies outside of the folder") == true)
        var trusting = workspace()
        trusting.trust.isTrusting = true
        #expect(!trusting.trust.allows(wish))
        trusting.trust.memory.add([wish])
        #expect(
            try trusting.jobs(for: reference, environment: nil).map(\.prepared.request.body) == [
                .file(path: path)
            ])
    }
}
