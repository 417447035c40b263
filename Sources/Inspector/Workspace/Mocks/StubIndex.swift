import ClientEngine
import Dispatch
import InspectorValues

/// The contents of a folder of mocks, as they were read or written last.
///
/// A file counts when somebody else has changed it. Until then a mock may differ from its stub: a switch could not be
/// written, or a secret stayed out of the file.
package struct StubIndex {
    struct Stub: Equatable, Sendable {
        var mock: Mock
        var place: MockFolder.Place
    }

    /// The result of a look at the files.
    package struct Reading: Equatable, Sendable {
        /// Indicates whether the store holds other mocks than before.
        package var isChanged = false
        /// The problems that were not told before, one line each.
        package var problems: [String] = []
        /// The permissions that stubs were left out for.
        package var withheld: [Wish] = []
        /// The problems that are about them.
        var refusals: Set<String> = []

        /// The problems that granting ``withheld`` does not solve.
        package var otherProblems: [String] { problems.filter { !refusals.contains($0) } }
        /// The warnings that no reading before had, one line each.
        package var warnings: [String] = []
        /// Indicates whether something is wrong that is told when it still is after a pause: a file may be half
        /// written.
        package var isUnsettled = false

        package static let pause = DispatchTimeInterval.milliseconds(250)
    }

    private var stubs: [Mock.ID: Stub] = [:]
    /// The problems of the last time; nil before the first time.
    private var seen: Set<String>?
    private var told: Set<String> = []
    private var toldWarnings: Set<String> = []

    subscript(id: Mock.ID) -> Stub? { stubs[id] }

    // MARK: Reading

    /// Takes over what has changed in the files since the last time; all other mocks stay as they are, hits included.
    ///
    /// The stubs of a file stay, too, as long as something is wrong with it.
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

    /// Leaves what is to be told: at the start everything, later what was wrong the last time already, and once.
    private mutating func settle(_ reading: inout Reading) {
        let all = Set(reading.problems)
        told.formIntersection(all)
        reading.problems.removeAll { told.contains($0) || !(seen ?? all).contains($0) }
        told.formUnion(reading.problems)
        reading.isUnsettled = told != all
        seen = all
    }

    /// Returns the stubs by their identifiers, and those in the order of the files; of equal ones the last counts.
    ///
    /// A stub that only its place tells from others keeps the identifier that it had there: when one before it is
    /// deleted here, it is still the same.
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

    /// Knows that a stub was taken out of its file here; those behind it move up.
    mutating func remove(_ id: Mock.ID) {
        guard let stub = stubs.removeValue(forKey: id) else { return }
        movePositions(from: stub.place, by: -1)
    }

    /// Knows that a stub was put back here; those behind it make room.
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
