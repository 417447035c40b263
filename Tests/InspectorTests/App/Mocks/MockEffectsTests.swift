import ClientEngine
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorWorkspace

@Suite("What is done about mocks", .ownThread)
struct MockEffectsTests {
    private let scratch: ScratchFolder
    private let store = MockStore()
    private let disk = TestDisk()

    init() throws {
        scratch = try ScratchFolder()
    }

    private func effects(_ folder: String = "mocks", of store: MockStore? = nil) -> MockEffects {
        MockEffects(store: store ?? self.store, folder: scratch.path + "/" + folder, disk: disk)
    }

    private let draft = Mock(
        id: "", name: "n", match: .init(method: .get, address: .path("/a")), answers: [.status(204)])

    /// Returns the notices about changes, both immediate ones and those after the files are written.
    private func said(of effects: MockEffects, _ changes: MockEffect...) -> [Notice] {
        let messages = changes.flatMap(effects.perform)
        return (messages + disk.settle()).compactMap {
            if case .notice(let notice) = $0 { notice } else { nil }
        }
    }

    /// Returns the same notices without the confirmations that name written files.
    private func notices(of effects: MockEffects, _ changes: MockEffect...) -> [Notice] {
        (changes.isEmpty ? said(of: effects) : changes.flatMap { said(of: effects, $0) })
            .filter { $0.kind != .confirmation }
    }

    private var inFiles: [Mock] { MockFolder(scratch.path + "/mocks").mocks }

    @Test("a mock that is stored gets an identifier, and is there again after a restart")
    func add() throws {
        #expect(
            said(of: effects(), .add(draft), .add(draft)) == [
                .confirmation("Stored in mocks/mappings/n.json."),
                .confirmation("Stored in mocks/mappings/n-2.json."),
            ])
        let stored = store.all.map(\.mock)
        #expect(Set(stored.map(\.id)).count == 2)
        let later = MockStore()
        effects(of: later).read()
        _ = disk.settle()
        #expect(Set(later.all.map(\.mock)) == Set(stored))
    }

    @Test("a stub that forwards requests is asked about, and answers once that is allowed")
    func forwarding() throws {
        try scratch.write(
            #"{"name": "on", "request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://other.test"}}"#,
            to: "mocks/mappings/on.json")
        let trust = Trust(memory: TrustMemory(StateFolder(path: scratch.path + "/state")))
        let files = MockFiles(scratch.path + "/mocks", isGiven: false, trust: trust)
        let effects = MockEffects(store: store, files: files, disk: disk.queue)
        effects.read()
        let messages = disk.settle()
        #expect(store.all.isEmpty)
        #expect(!messages.contains { if case .notice = $0 { true } else { false } })
        var state = State(size: Size(width: 100, height: 30))
        for message in messages {
            if case .ask(let question) = message { _ = state.ask(question) }
        }
        let question = try #require(state.overlays.top as? SendQuestion)
        #expect(
            question.wishes?.text.hasSuffix("/mocks” forwards requests to http://other.test:80. Allow it?")
                == true)
        for effect in state.allow(forGood: true) {
            if case .mock(let change) = effect { _ = effects.perform(change) }
        }
        _ = disk.settle()
        #expect(store.all.map(\.mock.name) == ["on"])
        let later = Trust(memory: TrustMemory(StateFolder(path: scratch.path + "/state")))
        #expect(MockFolder(scratch.path + "/mocks", trust: later).mocks.count == 1)
    }

    @Test("where nothing can be written, mocks are in memory, and a banner says so")
    func memory() throws {
        try scratch.write("a file", to: "mocks")
        let notices = notices(of: effects(), .add(draft))
        #expect(notices.map(\.kind) == [.error])
        #expect(notices.first?.text.hasPrefix("Mocks are kept in memory only: ") == true)
        #expect(store.all.count == 1)
    }

    @Test("a mock that is deleted is gone with its file, and comes back with it")
    func remove() throws {
        let effects = effects()
        _ = effects.perform(.add(draft))
        let mock = try #require(store.all.first?.mock)
        #expect(notices(of: effects, .remove(mock)) == [])
        #expect(store.all.isEmpty && inFiles.isEmpty)
        #expect(notices(of: effects, .restore(mock)) == [])
        #expect(store.all.map(\.mock) == [mock])
        #expect(inFiles == [mock])
    }

    @Test("changes that come faster than files are written end as they were asked for")
    func order() throws {
        let effects = effects()
        _ = effects.perform(.add(draft))
        var mock = try #require(store.all.first?.mock)
        var changes: [MockEffect] = []
        for _ in 0..<20 {
            changes += [
                .setEnabled(false, id: mock.id), .remove(mock), .restore(mock),
                .setEnabled(true, id: mock.id),
            ]
        }
        for change in changes + [.setEnabled(false, id: mock.id)] { _ = effects.perform(change) }
        #expect(notices(of: effects) == [])
        mock.isEnabled = false
        #expect(store.all.map(\.mock) == [mock])
        #expect(inFiles == [mock])
    }

    @Test("a mock whose file cannot be changed stays, and that is said")
    func stays() throws {
        let effects = effects()
        #expect(notices(of: effects, .add(draft)) == [])
        let mock = try #require(store.all.first?.mock)
        try scratch.write("{}x", to: "mocks/mappings/n.json")
        #expect(notices(of: effects, .remove(mock)).map(\.kind) == [.error])
        #expect(store.all.map(\.mock) == [mock])
        #expect(notices(of: effects, .setEnabled(false, id: mock.id)).map(\.kind) == [.error])
        #expect(store.all.first?.mock.isEnabled == false)
    }

    @Test("the real answer after a delay has no file")
    func passThrough() {
        var late = draft
        late.answers = [.passThrough.after(.seconds(1))]
        #expect(notices(of: effects(), .add(late)).map(\.kind) == [.information])
        #expect(inFiles.isEmpty)
    }
}
