import ClientEngine
import ClientEngineWireMock
import FoundationEssentials
import InspectorValues
import RequestFormats

/// The mocks of a folder: `mappings/**/*.json`, with bodies from `__files/`.
package struct MockFolder {
    /// The stubs in order of the files.
    private(set) var stubs: [StubIndex.Stub] = []
    /// The errors.
    ///
    /// The stubs that they concern are skipped.
    package private(set) var problems: [LoadError] = []
    /// Warnings about loaded stubs.
    ///
    /// Equal warnings appear once, with the first location.
    package private(set) var warnings: [LoadError] = []
    /// The texts of the warnings.
    private var warned: Set<String> = []
    /// The names, below `mappings/`, of files with errors.
    ///
    /// They may contain further stubs.
    private(set) var unread: Set<String> = []
    /// The missing permissions of skipped stubs, each with its error.
    private(set) var withheld: [Withheld] = []

    /// A permission that a stub needs but its folder lacks.
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

    /// The maximum number of bytes read from a folder.
    private static let largest = 64 << 20
    /// The maximum number of files and stubs read from a folder.
    private static let most = 100_000

    private let folder: String
    private let fillsInAll: Bool
    private let trust: Trust?

    /// Reads the folder that contains `mappings/`.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - fillsInAll: Whether every response is a template.
    ///   - trust: The permissions of the folder. A stub that needs a missing permission is skipped. `nil` permits
    ///     nothing.
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

    /// Parses one file of the folder, given its content.
    init(_ path: String, file name: String, holding bytes: [UInt8], fillsInAll: Bool, trust: Trust?) {
        folder = path
        self.fillsInAll = fillsInAll
        self.trust = trust
        read(bytes, of: name)
    }

    package var mocks: [Mock] { stubs.map(\.mock) }

    func path(of place: Place) -> String { path(of: place.file) }

    /// Returns the path of a body file, or `nil` if it does not exist, is no regular file, or is outside
    /// `__files/`.
    package static func bodyFile(_ name: String, of path: String) -> String? {
        try? folder("__files", of: path).path(of: name)
    }

    /// Returns one of the mock folders.
    ///
    /// It may be a link that leads to a place inside the folder.
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

    /// Returns whether the folder has all permissions that a mock needs.
    ///
    /// Records the missing ones.
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
