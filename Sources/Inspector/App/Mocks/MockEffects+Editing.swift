import ClientEngine
import ClientEngineWireMock
import FoundationEssentials
import InspectorScreen
import InspectorWorkspace
import RequestFormats

// Mocks that are edited as JSON, where disks are waited for.
extension MockEffects {
    /// The name that stands for a path while a text is read: a stub without a name gets it.
    private static let nameless = "mock.json"

    /// Returns a mock as its file has it, or would have it; nil for one that files cannot express.
    func text(of edit: MockEdit) -> String? {
        if let text = edit.text { return text }
        if case .stored(let mock) = edit.subject, let text = withFiles({ $0.text(of: mock.id) }) {
            return text
        }
        let output = StubFile.render([edit.mock])
        return StubFile.json(of: edit.mock) == nil ? nil : String(decoding: output.bytes, as: UTF8.self)
    }

    /// Uses a text that an editor has left; one that cannot be used changes nothing, and says so.
    func apply(_ text: String, of edit: MockEdit) -> [Message] {
        do throws(MockEdit.EditError) {
            let mock = try read(text, of: edit)
            switch edit.subject {
            case .stored(let old): return try replace(old, with: mock, text)
            case .new: return perform(.add(mock))
            }
        } catch {
            var refused = edit
            refused.text = text
            refused.problem = error
            return [.mock(.refused(refused))]
        }
    }

    private func read(_ text: String, of edit: MockEdit) throws(MockEdit.EditError) -> Mock {
        let (folder, fillsInAll) = withFiles { ($0.path, $0.fillsInAll) }
        let parsed = StubFile.parse(Array(text.utf8), path: Self.nameless, fillsInAll: fillsInAll) {
            MockFolder.bodyFile($0, of: folder)
        }
        if let diagnostic = parsed.rejected.first {
            let hint = diagnostic.expected.map { " Expected: \($0)." } ?? ""
            throw MockEdit.EditError(line: diagnostic.line, message: diagnostic.message + hint)
        }
        guard parsed.mocks.count == 1, var mock = parsed.mocks.first else {
            throw MockEdit.EditError(
                line: 1, message: "There are \(parsed.mocks.count) stubs instead of one.")
        }
        if mock.id == Self.nameless {
            if mock.name == mock.id { mock.name = edit.mock.name }
            mock.id = edit.mock.id
        }
        return mock
    }

    private func replace(_ old: Mock, with mock: Mock, _ text: String) throws(MockEdit.EditError) -> [Message]
    {
        let isRenamed = mock.id != old.id
        if isRenamed, store.all.contains(where: { $0.mock.id == mock.id }) {
            throw MockEdit.EditError(line: 1, message: "Another mock is called “\(mock.id)” already.")
        }
        try Result { () throws(MockError) in try store.add(mock) }
            .mapError { MockEdit.EditError(line: 1, message: $0.message) }.get()
        if isRenamed { store.remove(id: old.id) }
        do throws(FileError) {
            try withFiles { (files) throws(FileError) in
                try files.replace(old.id, with: text, saying: mock)
            }
            return [store.message]
        } catch {
            let text = "“\(mock.name)” is changed in memory only: \(error.description)."
            return [.notice(.error(text)), store.message]
        }
    }
}
