import ClientEngine
import ClientEngineWireMock
import EngineJSON

/// The mocks that an inspector has put into a client: they hold while it is attached.
struct AttachedMocks {
    private var ids: Set<Mock.ID> = []

    /// Puts mocks in the place of those that were put there before, and returns what is wrong with others, a sentence each.
    ///
    /// A mock that stays the same goes on counting. The program's own mocks are left alone: one of the same identifier wins.
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
