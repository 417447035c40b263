import ClientEngine
import Foundation
import RequestFormats

/// Reads the mocks of a folder: `mappings/**/*.json`, with bodies from `__files/`.
struct MockFolder {
    /// The stubs that were read, those of earlier files first.
    private(set) var stubs: [KnownStubs.Stub] = []
    /// What is wrong; the stubs concerned are left out.
    private(set) var problems: [FileProblem] = []
    /// The names below `mappings/` of the files that problems are about: they may hold more stubs.
    private(set) var unread: Set<String> = []

    /// Where a mock stands.
    struct Place: Hashable, Sendable {
        /// The file's name below `mappings/`.
        var file: String
        /// Which of the file's stubs it is, from 0.
        var position: Int
    }

    /// How much of a folder is read, in bytes.
    private static let largest = 64 << 20

    private let folder: String

    /// Reads the folder that holds `mappings/`.
    init(_ path: String) {
        folder = path
        let mappings = path + "/mappings"
        let found = (FileManager.default.enumerator(atPath: mappings)?.allObjects as? [String]) ?? []
        let names = found.filter { $0.hasSuffix(".json") }.sorted()
        var size = 0
        for (index, name) in names.enumerated() {
            do throws(FileError) {
                let bytes = try ConfinedFolder(mappings).contents(of: name)
                size += bytes.count
                guard size <= Self.largest else {
                    refuse(names[index...])
                    break
                }
                read(bytes, of: name)
            } catch {
                problems.append(FileProblem(error))
                unread.insert(name)
            }
        }
    }

    /// Reads one file of the folder, which holds these bytes.
    init(_ path: String, file name: String, holding bytes: [UInt8]) {
        folder = path
        read(bytes, of: name)
    }

    /// The mocks that were read, those of earlier files first.
    var mocks: [Mock] { stubs.map(\.mock) }

    /// The path of the file in which a mock stands.
    func path(of place: Place) -> String { path(of: place.file) }

    private func path(of name: String) -> String { "\(folder)/mappings/\(name)" }

    private mutating func refuse(_ rest: ArraySlice<String>) {
        guard let name = rest.first else { return }
        let text =
            "The folder's stubs are larger than \(Self.largest >> 20) MiB; this file and those behind it are not read."
        problems.append(FileProblem(path(of: name), Diagnostic(.error, line: 1, text)))
        unread.formUnion(rest)
    }

    private mutating func read(_ bytes: [UInt8], of name: String) {
        let path = path(of: name)
        let parsed = StubFile.parse(bytes, path: path) { [folder] name in
            try? ConfinedFolder(folder + "/__files").path(of: name)
        }
        if !parsed.rejected.isEmpty { unread.insert(name) }
        problems += parsed.rejected.map { FileProblem(path, $0) }
        let positions = StubFile.positions(in: bytes, path: path)
        for mock in parsed.mocks {
            guard let position = positions[mock.id] else { continue }
            stubs.append(KnownStubs.Stub(mock: mock, place: Place(file: name, position: position)))
        }
    }
}
