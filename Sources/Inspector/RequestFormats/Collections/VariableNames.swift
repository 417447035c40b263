/// Gives every variable a name that a reference can hold, and that means nothing else where the requests go.
enum VariableNames {
    static func checked(_ collection: RequestCollection, besides taken: Set<String> = []) -> RequestCollection
    {
        var collection = collection
        let names = newNames(for: Set(collection.allVariables.map(\.name)), besides: taken)
        guard !names.isEmpty else { return collection }
        let change = { (text: String) in
            TemplateText.mapNames(text) { names[String($0)] ?? String($0) }
        }
        collection.mapRequests { request, _ in request.mapTexts(change) }
        collection.mapVariables {
            .init(names[$0.name] ?? $0.name, change($0.value), isSecret: $0.isSecret)
        }
        collection.warnings += names.sorted { $0.key < $1.key }.map {
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
