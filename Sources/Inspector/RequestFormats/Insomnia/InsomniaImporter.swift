import EngineJSON

/// Reads exports of Insomnia: version 4 (JSON, one list of resources) and version 5 (YAML, a tree).
enum InsomniaImporter: CollectionImporter {
    static let endings = [".json", ".yaml", ".yml"]

    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        try collection(of: files) { file throws(ImportError) in
            let root = try file.jsonOrYAML()
            var reader = InsomniaReader(try export(root, of: file))
            return reader.collection(named: file.stem)
        }
    }

    private static func export(_ root: JSONValue, of file: ImportFile) throws(ImportError) -> InsomniaExport {
        if let format = root["__export_format"]?.int {
            guard format == 3 || format == 4, let resources = root["resources"]?.array else {
                throw ImportError(
                    file.path, "“__export_format” \(format) is not read.",
                    expected: "4, or a file of version 5")
            }
            return InsomniaExport(resources: resources)
        }
        if let type = root["type"]?.string, type.contains(".insomnia.rest/") {
            let isCollection = type.hasPrefix("collection.") || type.hasPrefix("spec.")
            guard type.hasSuffix("/5.0") || type.hasSuffix("/5.1"), isCollection else {
                throw ImportError(
                    file.path, "“\(type)” is not read.", expected: "“type: collection.insomnia.rest/5.0”")
            }
            return InsomniaExport(document: root.object ?? JSONObject())
        }
        throw ImportError(
            file.path, "It is not an export of Insomnia.",
            expected: "“__export_format: 4” or “type: collection.insomnia.rest/5.0”")
    }
}
