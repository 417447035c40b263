import ClientEngine
import Foundation
import Testing

@testable import InspectorWorkspace

@Suite("A folder of mocks that is served")
struct ServedFolderTests {
    private let folder: URL
    private let store = MockStore()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("mappings"), withIntermediateDirectories: true)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent("mappings/\(name)"))
    }

    private var names: [String] { store.all.map(\.mock.name).sorted() }

    @Test("what is saved is taken over, and what is gone goes")
    func changes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var served = MockFiles(folder.path, isGiven: true)
        try write(#"{"id": "a", "name": "a", "request": {}, "response": {}}"#, to: "a.json")
        try write(#"{"id": "b", "name": "b", "request": {}, "response": {}}"#, to: "b.json")
        #expect(served.read(into: store).problems.isEmpty)
        #expect(names == ["a", "b"])
        try write(#"{"id": "a", "name": "A", "request": {}, "response": {}}"#, to: "a.json")
        try FileManager.default.removeItem(at: folder.appendingPathComponent("mappings/b.json"))
        #expect(served.read(into: store).problems.isEmpty)
        #expect(names == ["A"])
    }

    @Test("a file that is broken for more than a moment leaves its mocks as they were, and is told once")
    func broken() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var served = MockFiles(folder.path, isGiven: true)
        try write(#"{"id": "a", "name": "a", "request": {}, "response": {}}"#, to: "a.json")
        _ = served.read(into: store)
        try write("{", to: "a.json")
        #expect(served.read(into: store) == .init(isUnsettled: true))
        #expect(served.read(into: store).problems.count == 1)
        #expect(served.read(into: store) == .init())
        #expect(names == ["a"])
        try write(#"{"id": "c", "name": "c", "request": {}, "response": {}}"#, to: "a.json")
        #expect(served.read(into: store).problems.isEmpty)
        #expect(names == ["c"])
    }

    @Test("a folder that is not there has no mocks and no problems")
    func missing() {
        var served = MockFiles(folder.path + "/nowhere", isGiven: true)
        #expect(served.read(into: store).problems.isEmpty)
        #expect(names.isEmpty)
    }
}
