import ClientEngine
import ClientEngineRecording
import EngineSupport

/// The values that files give to the variables of an environment, as they are written.
struct EnvironmentLayer {
    private(set) var raw: [String: String] = [:]
    /// The names of those that private files hold.
    private(set) var secret: Set<String> = []
    /// The programs that keep the values of some variables, by the names of the variables.
    private(set) var providers: [String: String] = [:]
    /// The settings for requests.
    private(set) var defaults: [DefaultSetting] = []
    /// The warnings about settings that mean nothing.
    private(set) var warnings: [String] = []

    /// Adds what a file says about an environment; it comes before what is there.
    mutating func add(_ environment: String, of file: EnvironmentFile, isPrivate: Bool) {
        for (name, value) in file.environments[environment] ?? [:] {
            raw[name] = value
            providers[name] = file.providers[environment]?[name]
            if isPrivate { secret.insert(name) } else { secret.remove(name) }
        }
        for setting in file.defaults[environment] ?? [] {
            defaults.removeAll { $0.key == setting.key }
            if setting.isUnknown {
                warnings.append(
                    "“\(setting.name)” in $default_directives of \(file.path) is no directive of folders.")
            } else if let setting = setting.setting(in: file.path, isSecret: isPrivate) {
                defaults.append(setting)
            }
        }
    }
}

extension EnvironmentLayer {
    /// The names whose values come from commands, directly or by other variables.
    var namesNeedingCommands: Set<String> {
        var needed = Set(raw.filter { $0.value.containsBytes("$command") }.keys)
        guard !needed.isEmpty else { return [] }
        let references = raw.mapValues { Set(TemplateText.names(in: $0)) }
        var before = 0
        while before != needed.count {
            before = needed.count
            for (name, names) in references where !names.isDisjoint(with: needed) { needed.insert(name) }
        }
        return needed
    }
}

/// The value of a variable that commands make: they run when it is needed first, and once.
final class DeferredVariable: Sendable {
    private let name: String
    private let resolver: EnvironmentResolver
    private let result = Locked<Result<ResolvedText, ResolveError>?>(nil)

    init(_ name: String, _ resolver: EnvironmentResolver) {
        (self.name, self.resolver) = (name, resolver)
    }

    func value() throws(ResolveError) -> ResolvedText {
        if let known = result.withLock({ $0 }) { return try known.get() }
        let made = resolver.valueRunningCommands(of: name)
        result.withLock { $0 = made }
        return try made.get()
    }
}

/// Fills in references between the values of an environment, each value once.
struct EnvironmentResolver {
    var layer: EnvironmentLayer
    var shared = SelectedEnvironment()
    /// The values that come before those of the files.
    let overrides: [String: String]
    let dynamic: DynamicValues
    private var results: [String: Result<ResolvedText, ResolveError>] = [:]
    private var size = 0

    init(layer: EnvironmentLayer, overrides: [String: String], dynamic: DynamicValues) {
        self.layer = layer
        self.overrides = overrides
        self.dynamic = dynamic
    }

    func resolve() -> SelectedEnvironment {
        var resolver = self
        var selected = SelectedEnvironment()
        let deferred = layer.namesNeedingCommands
        for name in deferred { selected.deferred[name] = DeferredVariable(name, resolver) }
        for name in layer.raw.keys.sorted() where !deferred.contains(name) {
            switch resolver.result(for: name, path: []) {
            case .success(let value):
                selected.values[name] = String(decoding: value.octets, as: UTF8.self)
                if !value.secrets.isEmpty { selected.secrets[name] = value.secrets }
                if !value.passing.isEmpty { selected.passing[name] = value.passing }
            case .failure(let error): selected.problems[name] = error
            }
        }
        return selected
    }

    /// Returns the value of a variable, and runs the commands in it.
    func valueRunningCommands(of name: String) -> Result<ResolvedText, ResolveError> {
        var resolver = self
        return resolver.result(for: name, path: [])
    }

    private mutating func result(for name: String, path: [String]) -> Result<ResolvedText, ResolveError> {
        // For the name that was asked for, the caller decides which value wins.
        if !path.isEmpty, let given = overrides[name] {
            return .success(ResolvedText(given, secrets: Redaction.isSecret(variable: name) ? [given] : []))
        }
        if let known = results[name] { return known }
        let result = Result { () throws(ResolveError) in try value(of: name, path: path) }
        results[name] = result
        return result
    }

    private mutating func value(of name: String, path: [String]) throws(ResolveError) -> ResolvedText {
        if let start = path.firstIndex(of: name) {
            let names = Array(path[start...]) + [name]
            throw ResolveError(
                .cycle(names),
                "Environment variables lead back to themselves: \(names.joined(separator: " → ")).")
        }
        guard path.count < VariableBindings.maximumDepth else {
            throw ResolveError(
                .tooDeep, "Environment variables lead to each other more than \(path.count) deep.")
        }
        guard let text = layer.raw[name] else {
            throw ResolveError(
                .undefined(name: name),
                "“\(name)”, which “\(path.last ?? "")” refers to, is not in the environment.")
        }
        if let provider = layer.providers[name] {
            throw ResolveError(
                .unsupported,
                "The value of “\(name)” is kept by “\(provider)”, which is not supported. Give it one with --var, or in http-client.private.env.json."
            )
        }
        var scanner = ReferenceScanner(text, dialect: .union)
        var output = ResolvedText()
        while let token = scanner.next() {
            switch token {
            case .text(let text): output.append(text.utf8)
            case .reference(.dynamic("shared", let arguments), _):
                output.append(try shared.ownValue(arguments))
            case .reference(.dynamic(let name, let arguments), _):
                output.append(try dynamic.filledValue(of: name, arguments))
            case .reference(.variable(let next, let isEncoded), _):
                let value = try result(for: next, path: path + [name]).get()
                output.append(isEncoded ? value.percentEncoded : value)
            case .reference(.exchange(let reference, _), _):
                throw ResolveError(
                    .invalid, "“\(name)” refers to another request (“\(reference)”); only request files can.")
            }
            guard size + output.size <= Substitution.maximumSize else {
                throw ResolveError(.tooLarge, "The environment holds more than 16 MiB.")
            }
        }
        size += output.size
        let isSecret = layer.secret.contains(name) || Redaction.isSecret(variable: name)
        return isSecret ? output.hidden : output
    }
}
