import ClientEngine
import FoundationEssentials
import InspectorValues
import RequestFormats

/// The folders and files that the screen was opened on.
package struct Workspace: Sendable {
    /// Files, and folders to search for `*.http` and `*.rest`.
    package var paths: [String]
    package var environment: String?
    /// Variables from the command line, which override all others.
    var overrides: [String: String]
    /// The options of requests that leave them open.
    var defaults: RequestOptions
    /// The folder that contains `mappings/`.
    ///
    /// `nil` means `mocks` next to the first path.
    var mocksFolder: String?
    var fillsInAll: Bool
    var isStrict: Bool
    /// The permissions of the files to reach beyond themselves.
    package var trust: Trust
    /// The values that commands of environment files have printed.
    package var commands: CommandValues

    package init(
        paths: [String] = ["."], environment: String? = nil, overrides: [String: String] = [:],
        defaults: RequestOptions = RequestOptions(), mocksFolder: String? = nil, fillsInAll: Bool = false,
        isStrict: Bool = false,
        trust: Trust = Trust(memory: TrustMemory(.ofProcess)), commands: CommandValues = CommandValues()
    ) {
        self.paths = paths
        self.environment = environment
        self.overrides = overrides
        self.defaults = defaults
        self.mocksFolder = mocksFolder
        self.fillsInAll = fillsInAll
        self.isStrict = isStrict
        self.trust = trust
        self.commands = commands
    }

    package struct WorkspaceError: Error, Equatable {
        package var message: String
        package var hint: String?
        /// The missing permission that the user can grant, or `nil`.
        package var wish: Wish?

        package init(message: String, hint: String? = nil, wish: Wish? = nil) {
            self.message = message
            self.hint = hint
            self.wish = wish
        }

        init(_ error: FileError) { message = error.description }

        package init(gone reference: SavedEntry.Reference) {
            message = "\(reference.file): request \(reference.number) is no longer there"
        }
    }

    struct Contents {
        var files: [SavedFile] = []
        var environments = EnvironmentChoice()
        var failures: [WorkspaceError] = []
    }

    package var title: String {
        let path = paths.first ?? "."
        return URL(filePath: path).standardizedFileURL.lastPathComponent
    }

    var dialect: HTTPFile.Dialect { isStrict ? .strict : .union }

    // MARK: Reading

    func list() -> Contents {
        var search = FileSearch(self)
        while search.step() {}
        return search.contents
    }

    /// Reads the environments of all folders with request files.
    package func environments() -> EnvironmentChoice { readEnvironments(beside: list().files).0 }

    package var mockFiles: MockFiles {
        let beside = RequestPaths.mocks(beside: paths.first ?? ".")
        return MockFiles(
            mocksFolder ?? beside, isGiven: mocksFolder != nil, fillsInAll: fillsInAll, trust: trust)
    }

    func place(of path: String, below root: String) -> SavedFile {
        let prefix = root.hasSuffix("/") ? root : root + "/"
        let relative =
            path.hasPrefix(prefix)
            ? String(path.dropFirst(prefix.count)) : path.fileName
        let folder = paths.count > 1 && path != root ? [URL(filePath: root).lastPathComponent] : []
        return SavedFile(
            path: path, components: folder + relative.split(at: "/").map(String.init), isRead: false)
    }

    /// Reads a file.
    ///
    /// If it cannot be read, the result has a problem and keeps the earlier requests.
    func read(_ file: SavedFile) -> SavedFile {
        var saved = file
        saved.isRead = true
        do throws(FileError) {
            let file = try parse(saved.path)
            saved.requests = file.requests.map { SavedEntry($0, in: saved) }
            saved.problems = file.diagnostics.filter { $0.severity != .note }.map {
                SavedFile.Problem(line: $0.line, message: $0.message, isWarning: $0.severity != .error)
            }
        } catch {
            saved.problems = [SavedFile.Problem(line: nil, message: error.reason)]
        }
        return saved
    }

    func parse(_ path: String) throws(FileError) -> HTTPFile {
        let bytes = try RegularFile(path).contents(limit: HTTPFile.maximumSize)
        return HTTPFile(parsing: bytes, path: path, dialect: dialect)
    }

    func file(_ path: String) throws(WorkspaceError) -> HTTPFile {
        try Result { () throws(FileError) in try parse(path) }.mapError(WorkspaceError.init).get()
    }

    func readEnvironments(beside files: [SavedFile]) -> (EnvironmentChoice, [WorkspaceError]) {
        var summary = EnvironmentSummary()
        var failures: [WorkspaceError] = []
        let folders = Set(
            files.map { RequestPaths.folder(of: $0.path) }
                + paths.filter { RequestPaths.isFolder($0) == true })
        for folder in folders.sorted() {
            do throws(LoadError) {
                summary.add(try EnvironmentFolders.load(for: folder, upTo: root(of: folder)))
            } catch {
                let failure = WorkspaceError(message: error.description)
                if !failures.contains(failure) { failures.append(failure) }
            }
        }
        var choice = EnvironmentChoice(environments: summary.environments, selected: environment)
        choice.variableNames = summary.variableNames.union(overrides.keys)
        if let environment, !choice.names.contains(environment) {
            let known = choice.names.joined(separator: ", ")
            failures.append(
                WorkspaceError(
                    message: "There is no environment \(environment).",
                    hint: known.isEmpty ? nil : "Known: \(known)."))
        }
        return (choice, failures)
    }

    /// Returns the opened folder that contains a folder.
    ///
    /// Environment files apply up to there.
    func root(of folder: String) -> String {
        let roots = paths.map(RequestPaths.enclosingFolder)
        return roots.first { folder == $0 || folder.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") } ?? folder
    }
}

extension SavedEntry {
    fileprivate init(_ saved: SavedRequest, in file: SavedFile) {
        self.init(
            reference: Reference(file: file.path, number: saved.number, line: saved.line),
            title: saved.title, name: saved.name, method: saved.method?.text ?? "GET", url: saved.target.text,
            place: file.components.joined(separator: " ").replacing(".http", with: ""))
    }
}
