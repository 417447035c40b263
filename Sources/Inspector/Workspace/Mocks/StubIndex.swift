import ClientEngine
import Dispatch
import InspectorValues

/// The contents of a mock folder as last read or written.
///
/// A file is applied again only after an external change. Until then a mock may differ from its stub: for example,
/// a change could not be written, or a secret was omitted from the file.
package struct StubIndex {
    struct Stub: Equatable, Sendable {
        var mock: Mock
        var place: MockFolder.Place
    }

    /// The result of reading the files.
    package struct Reading: Equatable, Sendable {
        /// Indicates whether the mocks of the store changed.
        package var isChanged = false
        /// The errors not reported before, one line each.
        package var problems: [String] = []
        /// The missing permissions of skipped stubs.
        package var withheld: [Wish] = []
        /// The errors caused by missing permissions.
        var refusals: Set<String> = []

        /// The errors that granting ``withheld`` does not solve.
        package var otherProblems: [String] { problems.filter { !refusals.contains($0) } }
        /// The warnings not reported before, one line each.
        package var warnings: [String] = []
        /// Indicates whether there are new errors that are reported only if they persist, because a file may be
        /// half written.
        package var isUnsettled = false

        package static let pause = DispatchTimeInterval.milliseconds(250)
    }

    private var stubs: [Mock.ID: Stub] = [:]
    /// The errors of the last reading, or `nil` before the first one.
    private var seen: Set<String>?
    private var told: Set<String> = []
    private var toldWarnings: Set<String> = []

    subscript(id: Mock.ID) -> Stub? { stubs[id] }

    // MARK: Reading

    /// Applies external changes since the last reading to the store.
    ///
    /// All other mocks stay unchanged, including their hit counts. While a file has errors, its earlier stubs stay.
    mutating func apply(_ folder: MockFolder, to store: MockStore) -> Reading {
        let (ids, found) = identified(folder)
        var reading = Reading(
            problems: folder.problems.map(\.description), withheld: folder.withheld.map(\.wish),
            refusals: Set(folder.withheld.map(\.problem.description)))
        reading.warnings = folder.warnings.map(\.description).filter { toldWarnings.insert($0).inserted }
        for (id, stub) in stubs where found[id] == nil && !folder.unread.contains(stub.place.file) {
            store.remove(id: id)
            stubs[id] = nil
            reading.isChanged = true
        }
        for id in ids {
            guard let stub = found[id] else { continue }
            stubs[id]?.place = stub.place
            if stubs[id]?.mock == stub.mock { continue }
            do throws(MockError) {
                try store.add(stub.mock)
                stubs[id] = stub
                reading.isChanged = true
            } catch {
                let file = folder.path(of: stub.place)
                reading.problems.append("\(file): “\(stub.mock.name)” is refused: \(error.message)")
            }
        }
        settle(&reading)
        return reading
    }

    /// Selects the errors to report: all at the first reading, later those that persist since the last one.
    ///
    /// Each is reported once.
    private mutating func settle(_ reading: inout Reading) {
        let all = Set(reading.problems)
        told.formIntersection(all)
        reading.problems.removeAll { told.contains($0) || !(seen ?? all).contains($0) }
        told.formUnion(reading.problems)
        reading.isUnsettled = told != all
        seen = all
    }

    /// Returns the stubs by identifier, and the identifiers in order of the files.
    ///
    /// The last of equal ones counts. A stub identified only by its position keeps its identifier when this program
    /// deletes a stub before it.
    private func identified(_ folder: MockFolder) -> (ids: [Mock.ID], found: [Mock.ID: Stub]) {
        let known = Dictionary(stubs.map { ($1.place, $0) }, uniquingKeysWith: { $1 })
        var ids: [Mock.ID] = []
        var found: [Mock.ID: Stub] = [:]
        for stub in folder.stubs {
            let path = folder.path(of: stub.place)
            var mock = stub.mock
            if mock.id.hasPrefix(path) {
                var id = known[stub.place] ?? mock.id
                var number = stub.place.position + 1
                while !id.hasPrefix(path) || found[id] != nil
                    || (stubs[id].map { $0.place != stub.place } ?? false)
                {
                    number += 1
                    id = "\(path)#\(number)"
                }
                if mock.name == mock.id { mock.name = id }
                mock.id = id
            }
            if found.updateValue(Stub(mock: mock, place: stub.place), forKey: mock.id) == nil {
                ids.append(mock.id)
            }
        }
        return (ids, found)
    }

    // MARK: Writing

    mutating func add(_ folder: MockFolder) {
        for stub in folder.stubs { stubs[stub.mock.id] = stub }
    }

    mutating func change(_ id: Mock.ID, _ change: (inout Mock) -> Void) {
        guard var stub = stubs.removeValue(forKey: id) else { return }
        change(&stub.mock)
        stubs[stub.mock.id] = stub
    }

    /// Records that a stub was removed from its file.
    ///
    /// Later stubs move up.
    mutating func remove(_ id: Mock.ID) {
        guard let stub = stubs.removeValue(forKey: id) else { return }
        movePositions(from: stub.place, by: -1)
    }

    /// Records that a stub was restored.
    ///
    /// Later stubs move down.
    mutating func restore(_ stub: Stub) {
        movePositions(from: stub.place, by: 1)
        stubs[stub.mock.id] = stub
    }

    private mutating func movePositions(from start: MockFolder.Place, by step: Int) {
        for (id, stub) in stubs
        where stub.place.file == start.file && stub.place.position >= start.position {
            stubs[id]?.place.position += step
        }
    }
}
