import ClientEngine
import ClientEngineWireMock
import EngineJSON

/// The mocks that an inspector has added to a client.
///
/// They exist while it is attached.
struct AttachedMocks {
    private var ids: Set<Mock.ID> = []

    /// Replaces the mocks that were added before, and returns an error sentence for each invalid stub.
    ///
    /// A mock that does not change keeps its hits. The program's own mocks stay: a stub with the identifier of one is
    /// ignored.
    mutating func replace(with stubs: [JSONValue], in store: MockStore) -> [String] {
        var problems: [String] = []
        var kept: Set<Mock.ID> = []
        let foreign = stubs.isEmpty ? [] : Set(store.all.map(\.mock.id)).subtracting(ids)
        let reader = StubReader(fillsInAll: false) { $0 }
        for stub in stubs {
            let id = stub["id"]?.string ?? ""
            guard !id.isEmpty, !foreign.contains(id) else { continue }
            do throws(StubError) {
                let mock = try reader.mock(stub, id: id)
                do throws(MockError) { try store.add(mock) } catch { throw .rejected(error) }
                kept.insert(id)
            } catch {
                problems.append("The mock “\(stub["name"]?.string ?? id)” is refused: \(error.message)")
            }
        }
        for id in ids.subtracting(kept) { store.remove(id: id) }
        ids = kept
        return problems
    }
}
