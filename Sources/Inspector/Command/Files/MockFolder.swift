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
    /// How many files and stubs of a folder are read.
    private static let most = 100_000

    /// Reads the folder that holds `mappings/`.
    init(_ path: String) {
        guard FileManager.default.fileExists(atPath: path + "/mappings") else { return }
        do throws(FileError) {
            read(try Self.folder("mappings", of: path), in: path)
        } catch {
            problems.append(FileProblem(error))
        }
    }

    private mutating func read(_ mappings: ConfinedFolder, in path: String) {
        let names = (FileManager.default.enumerator(atPath: mappings.root)?.allObjects as? [String]) ?? []
        var size = 0
        for (count, name) in names.filter({ $0.hasSuffix(".json") }).sorted().enumerated() {
            do throws(FileError) {
                let bytes = try mappings.contents(of: name)
                size += bytes.count
                guard size <= Self.largest, count < Self.most, mocks.count < Self.most else {
                    refuseRest(from: "\(path)/mappings/\(name)")
                    break
                }
                read(bytes, of: name, in: path)
            } catch {
                problems.append(FileProblem(error))
            }
        }
    }

    /// Where a body file is; nil for what is not there, is no regular file, or lies outside of `__files/`.
    static func bodyFile(_ name: String, of path: String) -> String? {
        try? folder("__files", of: path).path(of: name)
    }

    /// One of the folders of mocks; a link may stand for it that stays inside.
    private static func folder(_ name: String, of path: String) throws(FileError) -> ConfinedFolder {
        try ConfinedFolder(try ConfinedFolder(path).confinedFolder(name))
    }

    private mutating func refuseRest(from file: String) {
        let text =
            "The folder holds more than \(Self.largest >> 20) MiB or \(Self.most) stubs; this file and those behind it are not read."
        problems.append(FileProblem(file, Diagnostic(.error, line: 1, text)))
    }

    private mutating func read(_ bytes: [UInt8], of name: String, in folder: String) {
        let path = "\(folder)/mappings/\(name)"
        let parsed = StubFile.parse(bytes, path: path) { Self.bodyFile($0, of: folder) }
        mocks += parsed.mocks
        problems += parsed.rejected.map { FileProblem(path, $0) }
        let positions = StubFile.positions(in: bytes, path: path)
        for mock in parsed.mocks {
            if let position = positions[mock.id] { places[mock.id] = Place(file: name, position: position) }
        }
    }
}
