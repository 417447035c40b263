import EngineJSON

/// Writes a collection as Postman reads it (2.1.0).
public struct PostmanWriter {
    /// The file, and what it does not say.
    public struct Output: Sendable, Hashable {
        /// The bytes of the file.
        public var bytes: [UInt8]
        /// The warnings.
        public var warnings: [RequestCollection.Warning]
    }

    private static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

    private var warnings: [RequestCollection.Warning]

    /// Writes a collection; its environments are files of their own in Postman and are left out.
    public static func write(_ collection: RequestCollection) -> Output {
        var writer = PostmanWriter(warnings: collection.warnings)
        var info: JSONObject = ["name": .string(collection.name), "schema": .string(schema)]
        if !collection.about.isEmpty { info["description"] = .string(collection.about) }
        var document: JSONObject = ["info": .object(info)]
        document["item"] = .array(writer.items(collection.items, in: []))
        if !collection.variables.isEmpty {
            document["variable"] = .array(collection.variables.map(writer.variable))
        }
        for environment in collection.environments {
            writer.warnings.append(.init(environment.name, "The environment is left out."))
        }
        let text = JSONValue.object(document).printed(pretty: true) + "\n"
        return Output(bytes: Array(text.utf8), warnings: writer.warnings)
    }

    private func variable(_ variable: RequestCollection.Variable) -> JSONValue {
        var object: JSONObject = [
            "key": .string(variable.name), "value": .string(PostmanReferences.exported(variable.value)),
        ]
        if variable.isSecret { object["type"] = "secret" }
        return .object(object)
    }

    private mutating func items(_ items: [RequestCollection.Item], in folders: [String]) -> [JSONValue] {
        items.map { item in
            switch item {
            case .folder(let folder):
                var object: JSONObject = ["name": .string(folder.name)]
                if !folder.about.isEmpty { object["description"] = .string(folder.about) }
                object["item"] = .array(self.items(folder.items, in: folders + [folder.name]))
                return .object(object)
            case .request(let request):
                var text = PostmanRequestText(request)
                let object = text.item()
                let place = (folders + [request.name]).joined(separator: " / ")
                warnings += text.warnings.map { .init(place, $0) }
                return .object(object)
            }
        }
    }
}
