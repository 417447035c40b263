import ClientEngine
import Testing

@testable import Inspector

@Suite("What is done about mocks")
struct MockEffectsTests {
    private let scratch: ScratchFolder
    private let store = MockStore()

    init() throws {
        scratch = try ScratchFolder()
    }

    private func effects(_ folder: String = "mocks") -> MockEffects {
        MockEffects(store: store, files: MockFiles(scratch.path + "/" + folder, isGiven: false))
    }

    private let draft = Mock(
        id: "", name: "n", match: .init(method: .get, address: .path("/a")), answers: [.status(204)])

    private func notices(_ messages: [Message]) -> [Notice] {
        messages.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }

    @Test("a mock that is stored gets an identifier, and is there again after a restart")
    func add() throws {
        let effects = effects()
        #expect(notices(effects.perform(.add(draft))) == [])
        #expect(notices(effects.perform(.add(draft))) == [])
        let stored = store.all.map(\.mock)
        #expect(Set(stored.map(\.id)).count == 2)
        let later = MockStore()
        _ = MockEffects(store: later, files: MockFiles(scratch.path + "/mocks", isGiven: false)).read()
        #expect(Set(later.all.map(\.mock)) == Set(stored))
    }

    @Test("where nothing can be written, mocks are in memory, and a banner says so")
    func memory() throws {
        try scratch.write("a file", to: "mocks")
        let notices = notices(effects().perform(.add(draft)))
        #expect(notices.map(\.kind) == [.error])
        #expect(notices.first?.text.hasPrefix("Mocks are kept in memory only: ") == true)
        #expect(store.all.count == 1)
    }

    @Test("a mock that is deleted is gone with its file, and comes back with it")
    func remove() throws {
        let effects = effects()
        _ = effects.perform(.add(draft))
        let mock = try #require(store.all.first?.mock)
        _ = effects.perform(.remove(mock))
        #expect(store.all.isEmpty && MockFolder(scratch.path + "/mocks").mocks.isEmpty)
        _ = effects.perform(.restore(mock))
        #expect(store.all.map(\.mock) == [mock])
        #expect(MockFolder(scratch.path + "/mocks").mocks == [mock])
    }

    @Test("a mock whose file cannot be changed stays, and that is said")
    func stays() throws {
        let effects = effects()
        _ = effects.perform(.add(draft))
        let mock = try #require(store.all.first?.mock)
        try scratch.write("{}x", to: "mocks/mappings/n.json")
        #expect(notices(effects.perform(.remove(mock))).map(\.kind) == [.error])
        #expect(store.all.count == 1)
        #expect(notices(effects.perform(.setEnabled(false, id: mock.id))).map(\.kind) == [.error])
        #expect(store.all.first?.mock.isEnabled == false)
    }

    @Test("the real answer after a delay has no file")
    func passThrough() {
        var late = draft
        late.answers = [.passThrough.after(.seconds(1))]
        #expect(notices(effects().perform(.add(late))).map(\.kind) == [.information])
        #expect(MockFolder(scratch.path + "/mocks").mocks.isEmpty)
    }
}
