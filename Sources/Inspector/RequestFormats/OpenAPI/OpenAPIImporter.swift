import EngineJSON

/// Reads descriptions of APIs, OpenAPI 3 and Swagger 2, as JSON or YAML: every operation becomes a request.
enum OpenAPIImporter: CollectionImporter {
    static let endings = [".yaml", ".yml", ".json"]

    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        // In a folder, most files are parts that documents refer to.
        let documents = files.count == 1 ? files : files.filter(isDocument)
        guard !documents.isEmpty else {
            throw ImportError(
                files.first?.path ?? "", "No file here is a description of an API.",
                expected: "“openapi: 3.1.0” at the top of one")
        }
        return try collection(of: documents) {
            file throws(ImportError) in try read(file, among: files)
        }
    }

    private static func isDocument(_ file: ImportFile) -> Bool {
        let root = try? file.jsonOrYAML()
        return root?["openapi"] != nil || root?["swagger"] != nil
    }

    private static func read(
        _ file: ImportFile, among files: [ImportFile]
    ) throws(ImportError) -> RequestCollection {
        let root = try file.jsonOrYAML()
        guard let object = root.object else {
            throw ImportError(file.path, line: 1, "It is not an object.", expected: "“openapi” and “paths”")
        }
        try check(object, of: file)
        let others = OpenAPIFiles(files, home: file.path)
        var reader = OpenAPIReader(
            others.isEmpty ? root : others.anchored(root, in: file.path), files: others)
        return reader.collection(named: file.stem)
    }

    /// Tells the versions that are read from everything else.
    private static func check(_ root: JSONObject, of file: ImportFile) throws(ImportError) {
        let version = (root["openapi"] ?? root["swagger"])?.plainText
        guard let version else {
            throw ImportError(
                file.path, "It does not say which OpenAPI it is.", expected: "“openapi: 3.1.0” at the top")
        }
        let isKnown = root["openapi"] == nil ? version.hasPrefix("2") : version.hasPrefix("3.")
        guard isKnown else {
            throw ImportError(
                file.path, "Version “\(version)” is not read.", expected: "OpenAPI 3 or Swagger 2.0")
        }
    }
}
