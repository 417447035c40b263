import EngineJSON

/// Reads collections of Postman (2.0 and 2.1), and the environments and globals beside them.
enum PostmanImporter: CollectionImporter {
    static let endings = [".json"]

    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        var collections: [ImportFile] = []
        var variables: [RequestCollection.Variable] = []
        var environments: [RequestCollection.Environment] = []
        var warnings: [RequestCollection.Warning] = []
        for file in files {
            let root = try file.json()
            guard let values = root["values"]?.array, root["item"] == nil else {
                collections.append(file)
                continue
            }
            let name = root["name"]?.string ?? file.stem
            var reader = PostmanVariables(place: name)
            let read = reader.read(values)
            warnings += reader.warnings
            if root["_postman_variable_scope"]?.string == "globals" {
                variables += read
            } else {
                environments.append(.init(name: name, variables: read))
            }
        }
        var collection = RequestCollection(name: environments.first?.name ?? "postman")
        if !collections.isEmpty {
            collection = try self.collection(of: collections) { (file) throws(ImportError) in
                try read(file)
            }
        }
        // Globals give way to the variables of a collection.
        let own = Set(collection.variables.map(\.name))
        collection.variables = variables.filter { !own.contains($0.name) } + collection.variables
        collection.environments += environments
        collection.warnings += warnings
        return collection
    }

    private static func read(_ file: ImportFile) throws(ImportError) -> RequestCollection {
        let root = try file.json()
        let document = root["collection"]?["info"] == nil ? root : root["collection"] ?? root
        if document["requests"]?.array != nil, document["item"] == nil {
            throw ImportError(
                file.path, "It is a collection of Postman 1.0.", expected: "an export as “Collection v2.1”")
        }
        let schema = document["info"]?["schema"]?.string ?? ""
        if let version = schema.split(at: "/").first(where: { $0.hasPrefix("v") && $0.contains(".") }),
            !version.hasPrefix("v2.")
        {
            throw ImportError(
                file.path, "Version “\(version)” is not read.", expected: "an export as “Collection v2.1”")
        }
        guard document["info"]?.object != nil || document["item"] != nil else {
            throw ImportError(
                file.path, "It has no key “info”: it is not a collection of Postman.",
                expected: "an export as “Collection v2.1”, or an environment")
        }
        guard let items = document["item"]?.array else {
            throw ImportError(
                file.path, "Its key “item” is not a list.", expected: "a list of requests and folders")
        }
        var reader = PostmanCollectionReader()
        return reader.read(document, items: items, named: file.stem)
    }
}
