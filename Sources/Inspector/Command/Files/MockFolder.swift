import ClientEngine
import Foundation
import RequestFormats

/// Reads the mocks of a folder: `mappings/**/*.json`, with bodies from `__files/`.
struct MockFolder {
    /// The mocks that were read, those of earlier files first.
    private(set) var mocks: [Mock] = []
    /// What is wrong; the stubs concerned are left out.
    private(set) var problems: [FileProblem] = []
    /// Where the mocks stand.
    private(set) var places: [Mock.ID: Place] = [:]

    /// Where a mock stands.
    struct Place: Equatable, Sendable {
        /// The file's name below `mappings/`.
        var file: String
        /// Which of the file's stubs it is, from 0.
        var position: Int
    }

    /// How much of a folder is read, in bytes.
    private static let largest = 64 << 20

    /// Reads the folder that holds `mappings/`.
    init(_ path: String) {
        let mappings = path + "/mappings"
        let names = (FileManager.default.enumerator(atPath: mappings)?.allObjects as? [String]) ?? []
        var size = 0
        for name in names.filter({ $0.hasSuffix(".json") }).sorted() {
            do throws(FileError) {
                let bytes = try ConfinedFolder(mappings).contents(of: name)
                size += bytes.count
                guard size <= Self.largest else {
                    refuseRest(from: name, in: mappings)
                    break
                }
                read(bytes, of: name, in: path)
            } catch {
                problems.append(FileProblem(error))
            }
        }
    }

    private mutating func refuseRest(from name: String, in mappings: String) {
        let text =
            "The folder's stubs are larger than \(Self.largest >> 20) MiB; this file and those behind it are not read."
        problems.append(FileProblem("\(mappings)/\(name)", Diagnostic(.error, line: 1, text)))
    }

    private mutating func read(_ bytes: [UInt8], of name: String, in folder: String) {
        let path = "\(folder)/mappings/\(name)"
        let parsed = StubFile.parse(bytes, path: path) { name in
            try? ConfinedFolder(folder + "/__files").path(of: name)
        }
        mocks += parsed.mocks
        problems += parsed.rejected.map { FileProblem(path, $0) }
        let positions = StubFile.positions(in: bytes, path: path)
        for mock in parsed.mocks {
            if let position = positions[mock.id] { places[mock.id] = Place(file: name, position: position) }
        }
    }
}
