/// Gives every variable a name that a reference can hold, and that means nothing else where the requests go.
enum VariableNames {
    static func checked(_ collection: RequestCollection, besides taken: Set<String> = []) -> RequestCollection
    {
        var collection = collection
        let all = Set((collection.variables + collection.environments.flatMap(\.variables)).map(\.name))
        let names = newNames(for: all, besides: taken)
        guard !names.isEmpty else { return collection }
        let change = { (text: String) -> String in
            TemplateText.map(text) { inside in
                let isEncoded = inside.trimmedBlanks.hasPrefix("%")
                let name = String(inside.trimmedBlanks.dropFirst(isEncoded ? 1 : 0))
                guard let new = names[name] else { return "{{\(inside)}}" }
                return "{{\(isEncoded ? "%" : "")\(new)}}"
            }
        }
        collection.mapRequests { request, _ in request.mapTexts(change) }
        let renamed = { (variable: RequestCollection.Variable) in
            RequestCollection.Variable(
                names[variable.name] ?? variable.name, change(variable.value), isSecret: variable.isSecret)
        }
        collection.variables = collection.variables.map(renamed)
        collection.environments = collection.environments.map { environment in
            .init(name: environment.name, variables: environment.variables.map(renamed))
        }
        collection.losses += names.sorted { $0.key < $1.key }.map {
            .init("variables", "“\($0.key)” is called “\($0.value)” now.")
        }
        return collection
    }

    private static func newNames(for all: Set<String>, besides taken: Set<String>) -> [String: String] {
        var names: [String: String] = [:]
        var unique = SafeNames(taken: taken.union(all))
        for name in all.sorted() {
            let safe = SafeNames.variable(name)
            // Two names that are one now have always shared their values.
            if taken.contains(safe) {
                names[name] = unique.unique(safe)
            } else if safe != name {
                names[name] = safe
            }
        }
        return names
    }
}
