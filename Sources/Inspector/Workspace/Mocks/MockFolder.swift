import ClientEngine
import ClientEngineWireMock
import FoundationEssentials
import InspectorValues
import RequestFormats

/// Reads the mocks of a folder: `mappings/**/*.json`, with bodies from `__files/`.
package struct MockFolder {
    /// The stubs that were read, those of earlier files first.
    private(set) var stubs: [StubIndex.Stub] = []
    /// The problems; the stubs concerned are left out.
    package private(set) var problems: [LoadError] = []
    /// Remarks about stubs that were read, each with the first place it concerns.
    package private(set) var warnings: [LoadError] = []
    /// The texts of the warnings.
    private var warned: Set<String> = []
    /// The names below `mappings/` of the files that problems are about: they may hold more stubs.
    private(set) var unread: Set<String> = []
    /// The permissions that stubs were left out for, each with the problem that says so.
    private(set) var withheld: [Withheld] = []

    /// A permission that a stub needs and its folder does not have.
    package struct Withheld: Equatable, Sendable {
        package var wish: Wish
        var problem: LoadError
    }

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
    private let trust: Trust?

    /// Reads the folder that holds `mappings/`.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - fillsInAll: whether every response is a template.
    ///   - trust: the permissions of the folder. A stub that needs a permission it does not have is left out. `nil` permits nothing.
    package init(_ path: String, fillsInAll: Bool = false, trust: Trust? = nil) {
        folder = path
        self.fillsInAll = fillsInAll
        self.trust = trust
        guard FileManager.default.fileExists(atPath: path + "/mappings") else { return }
        do throws(FileError) {
            read(try Self.folder("mappings", of: path))
        } catch {
            problems.append(LoadError(error))
        }
    }

    /// Reads one file of the folder, which holds these bytes.
    init(_ path: String, file name: String, holding bytes: [UInt8], fillsInAll: Bool, trust: Trust?) {
        folder = path
        self.fillsInAll = fillsInAll
        self.trust = trust
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
        problems += parsed.rejected.map { LoadError(path, Diagnostic(.error, $0)) }
        for warning in parsed.warnings where warned.insert(warning.message).inserted {
            warnings.append(LoadError(path, Diagnostic(.warning, warning)))
        }
        let positions = StubFile.positions(in: bytes, path: path)
        for mock in parsed.mocks {
            guard let position = positions[mock.id], mayLoad(mock, of: name) else { continue }
            stubs.append(StubIndex.Stub(mock: mock, place: Place(file: name, position: position)))
        }
    }

    /// Returns whether the folder has all permissions that a mock needs; notes those that it lacks.
    private mutating func mayLoad(_ mock: Mock, of name: String) -> Bool {
        let missing = Self.wishes(of: mock, in: folder).filter { trust?.allows($0) != true }
        for wish in missing {
            let problem = LoadError(
                "\(path(of: name)): “\(mock.name)” is left out: \(Trust.refusal(of: wish).message)")
            withheld.append(Withheld(wish: wish, problem: problem))
            problems.append(problem)
            unread.insert(name)
        }
        return missing.isEmpty
    }

    /// Returns the permissions that a mock needs from its folder.
    static func wishes(of mock: Mock, in folder: String) -> [Wish] {
        let origins = Set(mock.answers.compactMap(\.forwardedOrigin)).sorted()
        guard !origins.isEmpty, let root = try? ConfinedFolder(folder).root else { return [] }
        return origins.map { Wish(folder: root, ask: .forward($0)) }
    }
}
