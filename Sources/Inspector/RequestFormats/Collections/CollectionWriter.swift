import EngineJSON

/// Writes a collection as `.http` files and the environment files beside them.
///
/// The requests of a folder share a file; a folder in it is a folder of files, or one more file.
public struct CollectionWriter {
    /// One file to write.
    public struct File: Sendable, Hashable {
        /// The path relative to the folder that is written into; it never leads out of it.
        public var path: String
        /// The content.
        public var text: String
        /// Indicates whether it holds secrets and belongs into no repository.
        public var isPrivate: Bool

        /// Creates a file.
        public init(path: String, text: String, isPrivate: Bool = false) {
            self.path = path
            self.text = text
            self.isPrivate = isPrivate
        }
    }

    /// The files, and what they do not say.
    public struct Output: Sendable, Hashable {
        /// A name for a folder of the files.
        public var name: String
        /// The files; those of requests come first.
        public var files: [File]
        /// The warnings: what the importer named, then what `.http` cannot say.
        public var warnings: [RequestCollection.Warning]
    }

    /// Writes a collection.
    ///
    /// Literal credentials become variables of the private file.
    ///
    /// - Parameters:
    ///   - collection: the collection.
    ///   - taken: names that mean something where the files go; no variable of the collection is called so, because it
    ///     would stand for somebody else's value there.
    /// - Returns: the files, and what they do not say.
    public static func write(_ collection: RequestCollection, besides taken: Set<String> = []) -> Output {
        let checked = VariableNames.checked(collection, besides: taken)
        var writer = CollectionWriter(SecretSeparation.separated(checked, besides: taken))
        writer.write()
        return Output(name: SafeNames.file(collection.name), files: writer.files, warnings: writer.warnings)
    }

    /// Writes a collection as one file, with its variables in it and its literal credentials as they are.
    ///
    /// - Parameter collection: the collection; what holds folders becomes one list.
    /// - Returns: the text and what is lost.
    public static func writeOne(
        _ collection: RequestCollection
    ) -> (text: String, warnings: [RequestCollection.Warning]) {
        var collection = VariableNames.checked(collection)
        let fitting = collection.variables.filter(fitsInLine)
        var text = RequestFileText(about: collection.about, variables: fitting)
        collection.mapRequests { request, place in text.append(request, place: place) }
        let others = collection.variables.filter { !fitsInLine($0) }.map {
            RequestCollection.Warning(
                "variables", "“\($0.name)” is left out: its value does not fit in a line.")
        }
        return (text.output, collection.warnings + text.warnings + others)
    }

    private let collection: RequestCollection
    private var files: [File] = []
    private var warnings: [RequestCollection.Warning]
    private var paths = SafeNames()

    private init(_ collection: RequestCollection) {
        self.collection = collection
        warnings = collection.warnings
    }

    private mutating func write() {
        let definitions = definedInFile
        let folder = RequestCollection.Folder(
            name: collection.name, about: collection.about, items: collection.items)
        write(folder, named: SafeNames.file(collection.name), below: "", place: [], definitions)
        let environments = EnvironmentText(collection, leavingOut: Set(definitions.map(\.name)))
        files += environments.files
    }

    /// The variables that stand in the request file itself: where there is but one, and nothing overrides them.
    private var definedInFile: [RequestCollection.Variable] {
        let hasFolders = collection.items.contains { if case .folder = $0 { true } else { false } }
        guard !hasFolders, collection.environments.isEmpty else { return [] }
        let candidates = collection.variables.filter { !$0.isSecret && Self.fitsInLine($0) }
        let others = Set(collection.variables.map(\.name)).subtracting(candidates.map(\.name))
        var last: [String: Int] = [:]
        for (index, variable) in candidates.enumerated() { last[variable.name] = index }
        return candidates.enumerated().filter { last[$1.name] == $0 && !others.contains($1.name) }.map(\.1)
    }

    private static func fitsInLine(_ variable: RequestCollection.Variable) -> Bool {
        WrittenLine.definition(variable.name, variable.value) != nil
    }

    private mutating func write(
        _ folder: RequestCollection.Folder, named name: String, below parent: String, place: [String],
        _ definitions: [RequestCollection.Variable] = []
    ) {
        let requests = folder.items.compactMap { if case .request(let request) = $0 { request } else { nil } }
        let folders = folder.items.compactMap { if case .folder(let folder) = $0 { folder } else { nil } }
        if !requests.isEmpty || !folder.about.isEmpty {
            let shared = SharedHeaders(of: requests)
            var text = RequestFileText(
                about: folder.about, headers: shared.lines, variables: definitions)
            for request in shared.requests {
                text.append(request, place: (place + [request.name]).joined(separator: " / "))
            }
            files.append(
                File(path: paths.unique(parent + name) + ".http", text: text.output, isPrivate: false))
            warnings += text.warnings
        }
        let inner = place.isEmpty && parent.isEmpty ? "" : parent + name + "/"
        for folder in folders {
            write(folder, named: SafeNames.file(folder.name), below: inner, place: place + [folder.name])
        }
    }
}

struct EnvironmentText {
    private(set) var files: [CollectionWriter.File] = []

    init(_ collection: RequestCollection, leavingOut names: Set<String>) {
        let shared = collection.variables.filter { !names.contains($0.name) }
        let environments =
            [RequestCollection.Environment(name: EnvironmentFile.sharedName, variables: shared)]
            + collection.environments
        for (path, isPrivate) in [("http-client.env.json", false), ("http-client.private.env.json", true)] {
            var object = JSONObject()
            for environment in environments {
                let variables = environment.variables.filter { $0.isSecret == isPrivate }
                // An environment without variables is still one to choose.
                let isListed = !isPrivate && environment.name != EnvironmentFile.sharedName
                guard !variables.isEmpty || isListed else { continue }
                var members = object[environment.name]?.object ?? JSONObject()
                for variable in variables { members[variable.name] = .string(variable.value) }
                object[environment.name] = .object(members)
            }
            guard !object.isEmpty else { continue }
            let text = JSONValue.object(object).printed(pretty: true) + "\n"
            files.append(.init(path: path, text: text, isPrivate: isPrivate))
        }
    }
}
