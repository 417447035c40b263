import ClientEngine
import ClientEngineRecording
import EngineSupport

/// The environment files that apply to a document, the nearest folder first.
public struct Environments: Sendable {
    /// The files of one folder.
    public struct Folder: Sendable {
        /// `http-client.env.json`.
        public var shared: EnvironmentFile?
        /// `http-client.env.json.user`, whose values come before those of ``shared``.
        public var user: EnvironmentFile?
        /// `http-client.private.env.json`, whose values come before all others.
        public var own: EnvironmentFile?

        /// Creates the set of files.
        public init(
            public shared: EnvironmentFile? = nil, user: EnvironmentFile? = nil,
            private own: EnvironmentFile? = nil
        ) {
            self.shared = shared
            self.user = user
            self.own = own
        }

        /// The files that exist, those whose values win last; what one person alone has is private.
        package var sources: [(file: EnvironmentFile, isPrivate: Bool)] {
            [(shared, false), (user, true), (own, true)].compactMap { file, isPrivate in
                file.map { ($0, isPrivate) }
            }
        }

        /// Returns the names to which both files give different values: which one counts differs between programs.
        package func collisions(in environment: String) -> [String] {
            let (shared, own) = (shared?.environments[environment], own?.environments[environment])
            return (shared ?? [:]).filter { own?[$0] != nil && own?[$0] != $1 }.keys.sorted()
        }
    }

    /// The folders, the nearest first; the nearest value of a name is taken.
    public var folders: [Folder]

    /// Creates a stack of folders.
    public init(_ folders: [Folder] = []) {
        self.folders = folders
    }

    /// The names to choose from, in the order they are found.
    public var names: [String] {
        var seen: Set<String> = []
        return files.flatMap(\.names).filter { seen.insert($0).inserted }
    }

    /// Returns the environments that give a variable a value, in the order they are found.
    package func names(defining variable: String) -> [String] {
        names.filter { name in files.contains { $0.environments[name]?[variable] != nil } }
    }

    /// The names that any environment gives a value.
    public var variableNames: Set<String> {
        Set(files.flatMap { $0.environments.values.flatMap(\.keys) })
    }

    /// Merges what an environment says, over `$shared`, and fills in the references between values.
    ///
    /// - Parameters:
    ///   - name: the environment; nil takes `$default`, where there is one.
    ///   - overrides: what the values refer to before anything in the files.
    ///   - dynamic: the sources of `{{$…}}` values.
    /// - Returns: the merged values.
    /// - Throws: an error when no file knows the name.
    public func select(
        _ name: String?, overrides: [String: String] = [:], dynamic: DynamicValues
    ) throws(EnvironmentError) -> SelectedEnvironment {
        if let name, !files.contains(where: { $0.environments[name] != nil }) {
            let known = names.isEmpty ? nil : "there is \(names.prefix(5).joined(separator: ", "))"
            throw EnvironmentError(
                "There is no environment “\(name)”.",
                expected: SimilarNames(to: name, among: names).sentence ?? known)
        }
        let layer = name ?? EnvironmentFile.defaultName
        let shared = merged(EnvironmentFile.sharedName, over: EnvironmentLayer())
        var resolver = EnvironmentResolver(layer: shared, overrides: overrides, dynamic: dynamic)
        let base = resolver.resolve()
        (resolver.layer, resolver.shared) = (merged(layer, over: shared), base)
        var selected = resolver.resolve()
        selected.name = name
        selected.shared = base.values
        selected.secretsOfShared = base.secrets
        selected.deferredOfShared = base.deferred
        selected.warnings =
            collisions(in: EnvironmentFile.sharedName) + collisions(in: layer) + resolver.layer.warnings
        selected.defaults = resolver.layer.defaults
        if resolver.layer.raw["SSLConfiguration"] != nil {
            selected.warnings.append(
                "“SSLConfiguration” of the environment is not applied: name client certificates with --cert and --key."
            )
        }
        return selected
    }

    /// Returns the values of a layer, the nearest the loudest, and in each folder the private one.
    private func merged(_ environment: String, over base: EnvironmentLayer) -> EnvironmentLayer {
        var merged = base
        for source in folders.reversed().flatMap(\.sources) {
            merged.add(environment, of: source.file, isPrivate: source.isPrivate)
        }
        return merged
    }

    /// Returns the variables of one environment as they are written, by name; those of private files are secrets.
    public func variables(of name: String) -> [RequestCollection.Variable] {
        let layer = merged(name, over: EnvironmentLayer())
        return layer.raw.sorted { $0.key < $1.key }
            .map { .init($0, $1, isSecret: layer.secret.contains($0)) }
    }

    private var files: [EnvironmentFile] {
        folders.flatMap { $0.sources.map(\.file) }
    }

    private func collisions(in name: String) -> [String] {
        folders.flatMap { $0.collisions(in: name) }.map {
            "“\($0)” is in both environment files; the private value is taken, JetBrains takes the public one."
        }
    }
}

/// The variables of the environment that was chosen, with their references filled in.
public struct SelectedEnvironment: Sendable {
    /// The name; nil when none was chosen.
    public var name: String?
    /// The values of `$shared` alone, for `{{$shared name}}`.
    public var shared: [String: String] = [:]
    /// The values.
    public var values: [String: String]
    /// The secrets in the values, by their names: those of private files, and of what is called a secret.
    var secrets: [String: Set<String>] = [:]
    /// The same of ``shared``.
    var secretsOfShared: [String: Set<String>] = [:]
    /// The values that commands make, by their names.
    var deferred: [String: DeferredVariable] = [:]
    /// The same of ``shared``.
    var deferredOfShared: [String: DeferredVariable] = [:]
    /// The names that have no value, and why; an error only for those who use them.
    public var problems: [String: ResolveError]
    /// The parts of values that `{{$…}}` has made, by their names.
    var passing: [String: Set<String>] = [:]
    /// The settings of the folder's requests, those of `$shared` first.
    public var defaults: [DefaultSetting] = []
    /// The warnings about the files.
    public var warnings: [String]

    /// Creates an environment of ready values.
    public init(name: String? = nil, values: [String: String] = [:]) {
        self.name = name
        self.values = values
        problems = [:]
        warnings = []
    }

    func sharedValue(_ arguments: [String]) throws(ResolveError) -> ResolvedText {
        var environment = SelectedEnvironment(values: shared)
        (environment.secrets, environment.deferred) = (secretsOfShared, deferredOfShared)
        return try environment.ownValue(arguments)
    }

    /// Returns the value that `{{$shared name}}` means if this is the environment `$shared`.
    func ownValue(_ arguments: [String]) throws(ResolveError) -> ResolvedText {
        if arguments.count == 1, let deferred = deferred[arguments[0]] { return try deferred.value() }
        guard arguments.count == 1, let value = values[arguments[0]] else {
            let name = arguments.joined(separator: " ")
            throw ResolveError(
                .undefined(name: name),
                "There is no variable “\(name)” in “$shared” of the environment files.")
        }
        return ResolvedText(value, secrets: secrets[arguments[0]] ?? [])
    }

    func filledValue(of name: String) throws(ResolveError) -> ResolvedText? {
        if let deferred = deferred[name] { return try deferred.value() }
        if let problem = problems[name] { throw problem }
        guard let value = values[name] else { return nil }
        return ResolvedText(value, secrets: secrets[name] ?? [], passing: passing[name] ?? [])
    }
}
