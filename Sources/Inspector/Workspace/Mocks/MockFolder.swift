import ClientEngine
import FoundationEssentials
import RequestFormats

/// Reads the mocks of a folder: `mappings/**/*.json`, with bodies from `__files/`.
package struct MockFolder {
    /// The stubs that were read, those of earlier files first.
    private(set) var stubs: [StubIndex.Stub] = []
    /// The problems; the stubs concerned are left out.
    package private(set) var problems: [LoadError] = []
    /// The names below `mappings/` of the files that problems are about: they may hold more stubs.
    private(set) var unread: Set<String> = []

    struct Place: Hashable, Sendable {
        /// The file's name below `mappings/`.
        var file: String
        /// The index among the file's stubs, from 0.
        var position: Int
    }

    /// The maximum number of bytes that are read of a folder.
    private static let largest = 64 << 20
    /// The maximum number of files and stubs that are read of a folder.
    private static let most = 100_000

    private let folder: String
    private let fillsInAll: Bool

    /// Reads the folder that holds `mappings/`.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - fillsInAll: whether every response is a template.
    package init(_ path: String, fillsInAll: Bool = false) {
        folder = path
        self.fillsInAll = fillsInAll
        guard FileManager.default.fileExists(atPath: path + "/mappings") else { return }
        do throws(FileError) {
            read(try Self.folder("mappings", of: path))
        } catch {
            problems.append(LoadError(error))
        }
    }

    /// Reads one file of the folder, which holds these bytes.
    init(_ path: String, file name: String, holding bytes: [UInt8], fillsInAll: Bool) {
        folder = path
        self.fillsInAll = fillsInAll
        read(bytes, of: name)
    }

    package var mocks: [Mock] { stubs.map(\.mock) }

    func path(of place: Place) -> String { path(of: place.file) }

    /// Returns the path of a body file; nil for what is not there, is no regular file, or lies outside of `__files/`.
    package static func bodyFile(_ name: String, of path: String) -> String? {
        try? folder("__files", of: path).path(of: name)
    }

    /// One of the folders of mocks; a link may stand for it that stays inside.
    private static func folder(_ name: String, of path: String) throws(FileError) -> ConfinedFolder {
        try ConfinedFolder(try ConfinedFolder(path).confinedFolder(name))
    }

    private func path(of name: String) -> String { "\(folder)/mappings/\(name)" }

    private mutating func read(_ mappings: ConfinedFolder) {
        let found = FolderListing(below: mappings.root, withHidden: true)
        let names = (found.files + found.folders).map { String($0.dropFirst(mappings.root.count + 1)) }
            .filter { $0.hasSuffix(".json") }.sorted()
        var size = 0
        for (index, name) in names.enumerated() {
            do throws(FileError) {
                let bytes = try mappings.contents(of: name)
                size += bytes.count
                guard size <= Self.largest, index < Self.most, stubs.count < Self.most else {
                    refuse(names[index...])
                    break
                }
                read(bytes, of: name)
            } catch {
                problems.append(LoadError(error))
                unread.insert(name)
            }
        }
    }

    private mutating func refuse(_ rest: ArraySlice<String>) {
        guard let name = rest.first else { return }
        let text =
            "The folder holds more than \(Self.largest >> 20) MiB or \(Self.most) stubs; this file and those behind it are not read."
        problems.append(LoadError(path(of: name), Diagnostic(.error, line: 1, text)))
        unread.formUnion(rest)
    }

    private mutating func read(_ bytes: [UInt8], of name: String) {
        let path = path(of: name)
        let parsed = StubFile.parse(bytes, path: path, fillsInAll: fillsInAll) { [folder] in
            Self.bodyFile($0, of: folder)
        }
        if !parsed.rejected.isEmpty { unread.insert(name) }
        problems += parsed.rejected.map { LoadError(path, $0) }
        let positions = StubFile.positions(in: bytes, path: path)
        for mock in parsed.mocks {
            guard let position = positions[mock.id] else { continue }
            stubs.append(StubIndex.Stub(mock: mock, place: Place(file: name, position: position)))
        }
    }
}
