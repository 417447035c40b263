import ClientEngine
import Foundation
import RequestFormats

/// Reads the mocks of a folder: `mappings/**/*.json`, with bodies from `__files/`.
struct MockFolder {
    /// The mocks that were read, those of earlier files first.
    private(set) var mocks: [Mock] = []
    /// What is wrong; the stubs concerned are left out.
    private(set) var problems: [FileProblem] = []

    /// Reads the folder that holds `mappings/`.
    init(_ path: String) {
        let mappings = path + "/mappings"
        let names = (FileManager.default.enumerator(atPath: mappings)?.allObjects as? [String]) ?? []
        for name in names.filter({ $0.hasSuffix(".json") }).sorted() {
            do throws(FileError) {
                let bytes = try ConfinedFolder(mappings).contents(of: name)
                read(bytes, path: mappings + "/" + name, bodies: path + "/__files")
            } catch {
                problems.append(FileProblem(error))
            }
        }
    }

    private mutating func read(_ bytes: [UInt8], path: String, bodies: String) {
        let parsed = StubFile.parse(bytes, path: path) { name in
            try? ConfinedFolder(bodies).path(of: name)
        }
        mocks += parsed.mocks
        problems += parsed.rejected.map { FileProblem(path, $0) }
    }
}
