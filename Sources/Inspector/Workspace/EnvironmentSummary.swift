import ClientEngine
import ClientEngineRecording
import InspectorValues
import RequestFormats

/// Collects the variables of the environment files of several folders, without secret values.
struct EnvironmentSummary {
    private var known: [String: EnvironmentChoice.Known] = [:]
    /// The names of all variables that a file defines.
    private(set) var variableNames: Set<String> = []

    var environments: [EnvironmentChoice.Known] {
        known.values.sorted { $0.name < $1.name }.map { environment in
            var sorted = environment
            sorted.variables.sort { $0.name < $1.name }
            return sorted
        }
    }

    mutating func add(_ environments: Environments) {
        variableNames.formUnion(environments.variableNames)
        let shared = EnvironmentFile.sharedName
        for name in environments.names {
            for layer in [name, shared] {
                for folder in environments.folders {
                    for source in folder.sources.reversed() {
                        add(source.file, layer, to: name, isPrivate: source.isPrivate)
                    }
                }
            }
            for folder in environments.folders { addWarnings(of: folder, to: name) }
        }
    }

    /// Adds the variables of a file.
    ///
    /// Variables already present come from files with higher precedence.
    private mutating func add(_ file: EnvironmentFile, _ layer: String, to name: String, isPrivate: Bool) {
        guard let values = file.environments[layer] else { return }
        var environment = known[name] ?? EnvironmentChoice.Known(name: name)
        if !environment.files.contains(file.path) { environment.files.append(file.path) }
        let names = Set(environment.variables.map(\.name))
        for (variable, value) in values where !names.contains(variable) {
            let isSecret = isPrivate || Redaction.isSecret(variable: variable)
            environment.variables.append(.init(name: variable, value: isSecret ? nil : value))
        }
        known[name] = environment
    }

    private mutating func addWarnings(of folder: Environments.Folder, to name: String) {
        for variable in folder.collisions(in: name) {
            let warning = "\(variable) is in both files: the private value counts"
            if known[name]?.warnings.contains(warning) == false { known[name]?.warnings.append(warning) }
        }
    }
}
