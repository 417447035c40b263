/// Gives every variable a name that a reference can hold.
enum VariableNames {
    static func checked(_ collection: RequestCollection) -> RequestCollection {
        var collection = collection
        let all = collection.variables + collection.environments.flatMap(\.variables)
        let names = Set(all.map(\.name)).filter { SafeNames.variable($0) != $0 }
        guard !names.isEmpty else { return collection }
        let change = { (text: String) -> String in
            TemplateText.map(text) { inside in
                let isEncoded = inside.trimmedBlanks.hasPrefix("%")
                let name = String(inside.trimmedBlanks.dropFirst(isEncoded ? 1 : 0))
                guard names.contains(name) else { return "{{\(inside)}}" }
                return "{{\(isEncoded ? "%" : "")\(SafeNames.variable(name))}}"
            }
        }
        collection.mapRequests { request, _ in request.mapTexts(change) }
        collection.variables = collection.variables.map { renamed($0, change) }
        collection.environments = collection.environments.map { environment in
            .init(name: environment.name, variables: environment.variables.map { renamed($0, change) })
        }
        collection.losses += names.sorted().map {
            .init("variables", "“\($0)” is called “\(SafeNames.variable($0))” now.")
        }
        return collection
    }

    private static func renamed(
        _ variable: RequestCollection.Variable, _ change: (String) -> String
    ) -> RequestCollection.Variable {
        .init(SafeNames.variable(variable.name), change(variable.value), isSecret: variable.isSecret)
    }
}
