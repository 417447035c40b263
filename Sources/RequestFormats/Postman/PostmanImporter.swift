import JSON

/// Reads collections of Postman (2.0 and 2.1), and the environments and globals beside them.
enum PostmanImporter: CollectionImporter {
    static let endings = [".json"]

    static func collection(from files: [ImportFile]) throws(ImportFailure) -> RequestCollection {
        var collections: [ImportFile] = []
        var variables: [RequestCollection.Variable] = []
        var environments: [RequestCollection.Environment] = []
        var losses: [RequestCollection.Loss] = []
        for file in files {
            let root = try file.json()
            guard let values = root["values"]?.array, root["item"] == nil else {
                collections.append(file)
                continue
            }
            let name = root["name"]?.string ?? file.stem
            var reader = PostmanVariables(place: name)
            let read = reader.read(values)
            losses += reader.losses
            if root["_postman_variable_scope"]?.string == "globals" {
                variables += read
            } else {
                environments.append(.init(name: name, variables: read))
            }
        }
        var collection = RequestCollection(name: environments.first?.name ?? "postman")
        if !collections.isEmpty {
            collection = try self.collection(of: collections) { (file) throws(ImportFailure) in
                try read(file)
            }
        }
        // Globals give way to the variables of a collection.
        let own = Set(collection.variables.map(\.name))
        collection.variables = variables.filter { !own.contains($0.name) } + collection.variables
        collection.environments += environments
        collection.losses += losses
        return collection
    }

    private static func read(_ file: ImportFile) throws(ImportFailure) -> RequestCollection {
        let root = try file.json()
        let document = root["collection"]?["info"] == nil ? root : root["collection"] ?? root
        if document["requests"]?.array != nil, document["item"] == nil {
            throw ImportFailure(
                file.path, "It is a collection of Postman 1.0.", expected: "an export as “Collection v2.1”")
        }
        guard document["info"]?.object != nil || document["item"] != nil else {
            throw ImportFailure(
                file.path, "It has no key “info”: it is no collection of Postman.",
                expected: "an export as “Collection v2.1”, or an environment")
        }
        guard let items = document["item"]?.array else {
            throw ImportFailure(
                file.path, "Its key “item” is no list.", expected: "a list of requests and folders")
        }
        var reader = PostmanCollectionReader()
        return reader.read(document, items: items, named: file.stem)
    }
}

/// Reads variables as Postman lists them.
struct PostmanVariables {
    let place: String
    private(set) var losses: [RequestCollection.Loss] = []

    init(place: String) { self.place = place }

    mutating func read(_ values: [JSONValue]) -> [RequestCollection.Variable] {
        values.compactMap { value in
            guard let name = (value["key"] ?? value["id"])?.string, !name.isEmpty else {
                losses.append(.init(place, "A variable without a name is left out."))
                return nil
            }
            if value["disabled"]?.bool == true || value["enabled"]?.bool == false {
                losses.append(.init(place, "The variable “\(name)” is switched off and left out."))
                return nil
            }
            let text = PostmanReferences.imported(value["value"]?.text ?? "")
            return .init(name, text, isSecret: value["type"]?.string == "secret")
        }
    }
}

extension JSONValue {
    /// What a value is as text: a string is itself.
    var text: String {
        switch self {
        case .string(let text): text
        case .null: ""
        default: serialized()
        }
    }

    /// A description: a string, or an object that holds one.
    var descriptionText: String {
        string ?? self["content"]?.string ?? ""
    }
}

/// The names of values that Postman makes on the spot, and ours.
enum PostmanReferences {
    private static let names = ["$guid": "$uuid", "$randomUUID": "$uuid"]
    private static let shared: Set<String> = ["$uuid", "$timestamp", "$isoTimestamp", "$randomInt"]

    /// Text of Postman in our spelling.
    static func imported(_ text: String) -> String {
        TemplateText.map(text) { inside in
            let name = String(inside.trimmedBlanks)
            return "{{\(names[name] ?? name)}}"
        }
    }

    /// Our text in the spelling of Postman.
    static func exported(_ text: String) -> String {
        TemplateText.map(text) { inside in
            let words = inside.split(separator: " ")
            if words == ["$uuid"] || words == ["$guid"] { return "{{$guid}}" }
            return words.first == "$randomInt" && words == ["$randomInt", "0", "1000"]
                ? "{{$randomInt}}" : "{{\(inside)}}"
        }
    }

    /// The references in a text that the other side does not know: values made on the spot, and those of a vault.
    static func unknown(in text: String) -> [String] {
        var found: [String] = []
        _ = TemplateText.map(text, literal: { _ in "" }) { inside in
            let name = String(inside.trimmedBlanks)
            if name.hasPrefix("$") && !shared.contains(name) || name.hasPrefix("vault:") {
                found.append(name)
            }
            return ""
        }
        return found
    }
}
