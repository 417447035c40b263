import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Mocks that are edited, ordered and stored together", .ownThread)
struct MockEditTests {
    private let scratch: ScratchFolder
    private let store = MockStore()
    private let disk = TestDisk()

    init() throws {
        scratch = try ScratchFolder()
    }

    private func effects() -> MockEffects {
        let effects = MockEffects(store: store, folder: scratch.path + "/mocks", disk: disk)
        effects.read()
        _ = disk.settle()
        return effects
    }

    /// Returns the messages after an editor saved a text.
    private func apply(_ text: String, of edit: MockEdit, by effects: MockEffects) -> [Message] {
        let messages = effects.apply(text, of: edit)
        return messages + disk.settle()
    }

    private func notices(_ messages: [Message]) -> [Notice] {
        messages.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }

    private var inFiles: [Mock] { MockFolder(scratch.path + "/mocks").mocks }

    private func stored(_ id: Mock.ID) throws -> Mock {
        try #require(store.all.first { $0.mock.id == id }?.mock)
    }

    private func problem(_ messages: [Message]) -> MockEdit? {
        messages.compactMap { if case .mock(.refused(let edit)) = $0 { edit } else { nil } }.first
    }

    private let list = """
        {"mappings":[
          {"id":"a","request":{"urlPath":"/a"},"response":{"status":200},"postServeActions":[]},
          {"name":"b","request":{"urlPath":"/b"},"response":{"status":200}}
        ]}
        """

    @Test("a stub is edited as its file has it, and goes back to its place there")
    func edit() throws {
        try scratch.write(list, to: "mocks/mappings/list.json")
        let effects = effects()
        let edit = MockEdit(.stored(try stored("a")))
        let text = try #require(effects.text(of: edit))
        #expect(text.contains("postServeActions"))
        let messages = apply(text.replacing("200", with: "503"), of: edit, by: effects)
        #expect(problem(messages) == nil && notices(messages) == [])
        let changed = try stored("a")
        #expect(changed.answers.first?.reply?.status == 503)
        #expect(inFiles.map(\.id) == ["a", "b"])
        #expect(inFiles.first == changed)
    }

    @Test(
        "a text that cannot be used keeps the last good stub, in the file too, and says the line",
        arguments: [
            ("{\n\"request\": {", 2), ("{\"request\": {},\n\"priority\": \"x\"}", 2),
            ("{\"request\": {\"bodyPatterns\":\n[{\"equalToXml\": \"<a/>\"}]}}", 2), ("", 1),
            ("{\"request\": {\"urlPattern\": \"(\"}}", 1), ("{\"mappings\": []}", 1),
        ])
    func refused(text: String, line: Int) throws {
        try scratch.write(list, to: "mocks/mappings/list.json")
        let effects = effects()
        let old = try stored("a")
        let refused = try #require(problem(apply(text, of: MockEdit(.stored(old)), by: effects)))
        #expect(refused.text == text && refused.problem?.line == line)
        #expect(effects.text(of: refused) == text)
        #expect(try stored("a") == old)
        #expect(inFiles.first == old)
    }

    @Test("a stub may be called otherwise, but not as another one is")
    func renamed() throws {
        try scratch.write(list, to: "mocks/mappings/list.json")
        let effects = effects()
        let edit = MockEdit(.stored(try stored("b")))
        #expect(problem(apply(#"{"name":"a","request":{}}"#, of: edit, by: effects)) != nil)
        #expect(problem(apply(#"{"name":"c","request":{}}"#, of: edit, by: effects)) == nil)
        _ = effects.perform(.setEnabled(false, id: "c"))
        #expect(disk.settle() == [])
        #expect(store.all.map(\.mock.id).sorted() == ["a", "c"])
        #expect(inFiles.map(\.id) == ["a", "c"] && inFiles.last?.isEnabled == false)
    }

    @Test("a mock that is not there yet is stored when its text can be used")
    func new() throws {
        let effects = effects()
        let draft = Mock(
            id: "", name: "n", match: .init(method: .get, address: .path("/a")), answers: [.status(204)])
        let edit = MockEdit(.new(draft))
        let text = try #require(effects.text(of: edit))
        #expect(problem(apply("[", of: edit, by: effects))?.mock == draft)
        #expect(store.all.isEmpty)
        _ = apply(text.replacing("204", with: "418"), of: edit, by: effects)
        #expect(inFiles.map { $0.answers.first?.reply?.status } == [418])
        #expect(store.all.map(\.mock) == inFiles)
    }

    @Test("what files have no words for is not edited")
    func unwritten() {
        let late = Mock(
            id: "x", name: "late", match: .init(address: .any), answers: [.passThrough.after(.seconds(1))])
        #expect(effects().text(of: MockEdit(.stored(late))) == nil)
    }

    @Test("a priority is kept in the file, and the hits stay")
    func priority() throws {
        try scratch.write(list, to: "mocks/mappings/list.json")
        let effects = effects()
        let url = try RequestURL(parsing: "http://h/a")
        _ = store.answer(MockedRequest(method: .get, url: url, headers: [:], body: .none), now: Date())
        _ = effects.perform(.setPriority(2, id: "a"))
        _ = disk.settle()
        #expect(store.all.map(\.mock.id) == ["a", "b"] && store.all.first?.hits == 1)
        #expect(inFiles.map(\.priority) == [2, 5])
    }

    @Test("mocks that belong together stand in one file, each with its switch")
    func batch() throws {
        let effects = effects()
        let drafts = (1...3).map { number in
            var mock = Mock(
                id: "", name: "n (\(number) of 3)", match: .init(method: .get, address: .path("/a")),
                answers: [.status(StatusCode(rawValue: 200 + number))])
            mock.scenario = .init(
                "s", required: number == 1 ? "Started" : "s-\(number)",
                next: number < 3 ? "s-\(number + 1)" : nil)
            return mock
        }
        _ = effects.perform(.addAll(MockBatch(name: "recorded h", mocks: drafts)))
        let second = try #require(store.all.first { $0.mock.name.contains("2 of") }?.mock)
        _ = effects.perform(.setEnabled(false, id: second.id))
        _ = disk.settle()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/mocks/mappings")
                == ["recorded-h.json"])
        #expect(inFiles.map(\.isEnabled) == [true, false, true])
        #expect(inFiles.map(\.scenario) == drafts.map(\.scenario))
        #expect(Set(inFiles) == Set(store.all.map(\.mock)))
    }

    @Test("a scenario's state is set, and an unknown one is refused")
    func scenario() throws {
        try scratch.write(
            #"{"scenarioName":"s","requiredScenarioState":"Started","newScenarioState":"two"}"#,
            to: "mocks/mappings/s.json")
        let effects = effects()
        let messages = effects.perform(.setScenario("s", to: "two"))
        #expect(store.scenarios.map(\.state) == ["two"])
        guard case .mock(.list(_, _, let scenarios))? = messages.last else {
            Issue.record("the mocks are not told")
            return
        }
        #expect(scenarios.map(\.state) == ["two"])
        #expect(effects.perform(.setScenario("s", to: "nowhere")).count == 2)
    }

    @Test("near misses come from the background, the mock that answered left out", .timeLimit(.minutes(1)))
    func nearMisses() async throws {
        try scratch.write(list, to: "mocks/mappings/list.json")
        let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
        let disk = TestDisk { messages in
            for message in messages { continuation.yield(message) }
        }
        let effects = MockEffects(store: store, folder: scratch.path + "/mocks", disk: disk)
        effects.read()
        var story = Story()
        let request = Request.get("http://h/a")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request, mock: MockReference(id: "a", name: "a"))
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        effects.findNearMisses(try #require(tasks[1].flatMap { NearMissQuestion(1, $0) }))
        for await message in stream {
            guard case .mock(.nearMisses(let misses, of: 1)) = message else { continue }
            #expect(misses.map(\.mock.id) == ["b"])
            break
        }
    }
}
