import ClientEngine
import FoundationEssentials
import InspectorValues
import RequestFormats

/// The folders and files that the screen was opened on.
package struct Workspace: Sendable {
    /// Folders, which are searched for `*.http` and `*.rest`, or files.
    package var paths: [String]
    /// The environment that is chosen at the start.
    package var environment: String?
    /// Variables given on the command line; they win over all others.
    var overrides: [String: String]
    /// How long an attempt may take where its request does not say.
    var timeout: Duration?
    /// The folder that holds `mappings/`; nil is `mocks` beside the first path.
    var mocksFolder: String?
    /// Whether every mock of the files is a template.
    var fillsInAll: Bool
    /// Whether the files are read by the strict grammar.
    var isStrict: Bool
    /// What the files may do beyond themselves.
    package var trust: Trust

    package init(
        paths: [String] = ["."], environment: String? = nil, overrides: [String: String] = [:],
        timeout: Duration? = nil, mocksFolder: String? = nil, fillsInAll: Bool = false,
        isStrict: Bool = false,
        trust: Trust = Trust(memory: TrustMemory(.ofProcess))
    ) {
        self.paths = paths
        self.environment = environment
        self.overrides = overrides
        self.timeout = timeout
        self.mocksFolder = mocksFolder
        self.fillsInAll = fillsInAll
        self.isStrict = isStrict
        self.trust = trust
    }

    /// Says in one sentence why a request cannot be sent.
    package struct Failure: Error, Equatable {
        package var message: String
        package var hint: String?
        /// What nobody has allowed yet, and a person can be asked for.
        package var wish: Wish?

        package init(message: String, hint: String? = nil, wish: Wish? = nil) {
            self.message = message
            self.hint = hint
            self.wish = wish
        }

        /// A request is gone from its file.
        package init(gone reference: SavedEntry.Reference) {
            message = "\(reference.file): request \(reference.number) is no longer there"
        }
    }

    /// What the folders hold.
    struct Contents {
        var files: [SavedFile] = []
        var environments = EnvironmentChoice()
        /// What is wrong outside of the request files.
        var failures: [Failure] = []
    }

    /// The name of the first folder or file.
    package var title: String {
        let path = paths.first ?? "."
        return URL(filePath: path).standardizedFileURL.lastPathComponent
    }

    /// The grammar that the files are read by.
    var dialect: HTTPFile.Dialect { isStrict ? .strict : .union }

    // MARK: Reading

    /// Reads everything; what cannot be read becomes an entry or a failure that says so.
    func read() -> Contents {
        var contents = list()
        contents.files = contents.files.map(read)
        let (environments, failures) = readEnvironments(beside: contents.files)
        contents.environments = environments
        contents.failures += failures
        return contents
    }

    /// Finds the files, without a look into them.
    func list() -> Contents {
        var contents = Contents()
        for path in paths { addFiles(at: path, to: &contents) }
        return contents
    }

    /// Where the mocks lie.
    package var mockFiles: MockFiles {
        let beside = RequestPaths.mocks(beside: paths.first ?? ".")
        return MockFiles(mocksFolder ?? beside, isGiven: mocksFolder != nil, fillsInAll: fillsInAll)
    }

    private func addFiles(at path: String, to contents: inout Contents) {
        do throws(FileError) {
            for file in try RequestPaths.files(at: path) {
                contents.files.append(place(of: file, below: path))
            }
        } catch {
            contents.failures.append(Failure(message: error.description))
        }
    }

    /// A file that was not read yet.
    private func place(of path: String, below root: String) -> SavedFile {
        let prefix = root.hasSuffix("/") ? root : root + "/"
        let relative =
            path.hasPrefix(prefix)
            ? String(path.dropFirst(prefix.count)) : path.split(at: "/").last.map(String.init) ?? path
        let folder = paths.count > 1 && path != root ? [URL(filePath: root).lastPathComponent] : []
        return SavedFile(
            path: path, components: folder + relative.split(at: "/").map(String.init), isRead: false)
    }

    /// Reads a file; what keeps it from being read becomes its problem, and its requests stay.
    func read(_ file: SavedFile) -> SavedFile {
        var saved = file
        saved.isRead = true
        do throws(FileError) {
            let file = try parse(saved.path)
            saved.requests = file.requests.map { SavedEntry($0, in: saved.path) }
            saved.problems = file.diagnostics.filter { $0.severity != .note }.map {
                SavedFile.Problem(line: $0.line, message: $0.message)
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

    /// Reads the environments of the folders that hold files.
    func readEnvironments(beside files: [SavedFile]) -> (EnvironmentChoice, [Failure]) {
        var summary = EnvironmentSummary()
        var failures: [Failure] = []
        let folders = Set(files.map { RequestPaths.folder(of: $0.path) } + paths.filter(Self.isFolder))
        for folder in folders.sorted() {
            do throws(FileProblem) {
                summary.add(try EnvironmentFolders.load(for: folder, upTo: root(of: folder)))
            } catch {
                let failure = Failure(message: error.description)
                if !failures.contains(failure) { failures.append(failure) }
            }
        }
        var choice = EnvironmentChoice(environments: summary.environments, selected: environment)
        choice.variableNames = summary.variableNames.union(overrides.keys)
        if let environment, !choice.names.contains(environment) {
            let known = choice.names.joined(separator: ", ")
            failures.append(
                Failure(
                    message: "There is no environment \(environment).",
                    hint: known.isEmpty ? nil : "Known: \(known)."))
        }
        return (choice, failures)
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    /// The opened folder that a folder lies in: environment files count up to there.
    private func root(of folder: String) -> String {
        let roots = paths.map { Self.isFolder($0) ? $0 : RequestPaths.folder(of: $0) }
        return roots.first { folder == $0 || folder.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") } ?? folder
    }
}

// MARK: - Requests

extension Workspace {
    /// Reads a saved request again and plans it with what it needs.
    package func jobs(
        for reference: SavedEntry.Reference, environment: String?,
        after memory: SessionValues = SessionValues()
    ) throws(Failure) -> [RunJob] {
        let file: HTTPFile
        do throws(FileError) {
            file = try parse(reference.file)
        } catch {
            throw Failure(message: error.description)
        }
        guard let saved = file.requests.first(where: { $0.number == reference.number }) else {
            throw Failure(gone: reference)
        }
        return try jobs(for: [saved], in: file, environment: environment, after: memory)
    }

    /// Reads the text of a draft; its variables and files are those of a folder, and the requests that it refers to those
    /// of the file it came from.
    package func jobs(
        for outgoing: OutgoingDraft, environment: String?, after memory: SessionValues = SessionValues()
    ) throws(Failure) -> [RunJob] {
        let path = outgoing.origin?.path ?? (outgoing.folder ?? folder) + "/draft"
        let draft = HTTPFile(parsing: outgoing.text, path: path, dialect: dialect)
        if let problem = draft.diagnostics.first(where: { $0.severity == .error }) {
            throw Failure(message: "draft, line \(problem.line): \(problem.message)", hint: problem.expected)
        }
        let others = outgoing.origin.map(neighbours) ?? ""
        let whole =
            others.isEmpty ? draft : HTTPFile(parsing: outgoing.text + others, path: path, dialect: dialect)
        let asked = Array(whole.requests.prefix(draft.requests.count))
        var jobs = try jobs(for: asked, in: whole, environment: environment, after: memory)
        for index in jobs.indices { jobs[index].prepared.provenance = .composed }
        return jobs
    }

    private func jobs(
        for requests: [SavedRequest], in file: HTTPFile, environment: String?, after memory: SessionValues
    ) throws(Failure) -> [RunJob] {
        let folder = RequestPaths.folder(of: file.path)
        for saved in requests {
            guard let problem = saved.diagnostics.first(where: { $0.severity == .error }) else { continue }
            throw Failure(message: "\(file.path):\(problem.line): \(problem.message)", hint: problem.expected)
        }
        let files = try trusted(folder)
        let resolver = RequestResolver(
            file, variables: try scope(of: folder, environment: environment), files: files)
        let plan = RequestPlan(of: requests, in: file, with: resolver, after: memory)
        if let error = plan.leftOut.first?.error {
            if case .withheld(let ask) = error.kind {
                let wish = Wish(folder: files.folder.root, ask: ask)
                throw Failure(message: "\(file.path):\(error.line): \(error.message)", wish: wish)
            }
            let near =
                error.near.isEmpty
                ? nil : "Did you mean \(error.near.map { "“\($0)”" }.joined(separator: " or "))?"
            throw Failure(message: "\(file.path):\(error.line): \(error.message)", hint: near)
        }
        return plan.steps.map { step in
            let source = RunJob.Source(
                saved: step.saved, file: file.path, resolver: resolver, folder: files,
                responseActions: step.responseActions, timeout: timeout)
            return RunJob(step, source: source)
        }
    }

    private func trusted(_ folder: String) throws(Failure) -> TrustedFolder {
        do throws(FileError) {
            return try TrustedFolder(folder, trust)
        } catch {
            throw Failure(message: error.description)
        }
    }

    func scope(of folder: String, environment: String?) throws(Failure) -> VariableScope {
        let dynamic = DynamicValues.ofProcess(for: folder, upTo: root(of: folder), trust)
        let environments: Environments
        do throws(FileProblem) {
            environments = try EnvironmentFolders.load(for: folder, upTo: root(of: folder))
        } catch {
            throw Failure(message: error.description)
        }
        // Another folder's environment is no mistake here: its variables are simply not known.
        let name = environment.flatMap { environments.names.contains($0) ? $0 : nil }
        do throws(Diagnostic) {
            let selected = try environments.select(name, overrides: overrides, dynamic: dynamic)
            return VariableScope(overrides: overrides, environment: selected, dynamic: dynamic)
        } catch {
            throw Failure(message: error.message, hint: error.expected)
        }
    }
}

extension SavedEntry {
    fileprivate init(_ saved: SavedRequest, in path: String) {
        self.init(
            reference: Reference(file: path, number: saved.number, line: saved.line),
            title: saved.label, method: saved.method?.text ?? "GET", url: saved.target.text)
    }
}
