import EngineJSON

/// The environment files of a collection.
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
