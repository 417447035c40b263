import ClientEngine
import RequestFormats

/// Keeps a store like the files of a folder, while they change.
struct ServedFolder {
    let path: String
    private var places: [Mock.ID: MockFolder.Place] = [:]
    private var known: Set<String> = []

    /// Names the folder that holds `mappings/`.
    init(_ path: String) {
        self.path = path
    }

    /// Reads the files and takes over what they hold now; returns what is wrong since the last time, one line each.
    ///
    /// Mocks that have not changed keep their hits. Those of a file that cannot be read any more stay as they were.
    mutating func read(into store: MockStore) -> [String] {
        let folder = MockFolder(path)
        var problems = folder.problems.map(\.description)
        for (id, place) in places where folder.places[id] == nil {
            guard !problems.contains(where: { $0.contains(place.file) }) else { continue }
            store.remove(id: id)
            places[id] = nil
        }
        for mock in folder.mocks {
            do throws(MockRejection) {
                try store.add(mock)
            } catch {
                problems.append("mock \(mock.name): \(error)")
            }
        }
        places.merge(folder.places) { $1 }
        defer { known = Set(problems) }
        return problems.filter { !known.contains($0) }
    }
}
