/// The formats of other programs that become requests.
public enum ImportFormat: String, Sendable, CaseIterable {
    /// Command lines of curl, one after the other.
    case curl
    /// Collections, environments and globals of Postman.
    case postman
    /// An HTTP archive.
    case har
    /// Descriptions of APIs: OpenAPI 3 and Swagger 2.
    case openAPI = "openapi"
    /// Exports of Insomnia, versions 4 and 5.
    case insomnia
    /// Folders of Bruno.
    case bruno
    /// Stub mappings of WireMock.
    case wireMock = "wiremock"

    /// Reads the files of one import.
    ///
    /// - Parameter files: the file; of a folder those whose names end in one of ``endings``.
    /// - Returns: the requests, with what is not carried over.
    /// - Throws: when a file is not of this format, with the place.
    public func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection {
        let collection = try importer.collection(from: files)
        return switch self {
        case .postman, .insomnia, .bruno: SchemeCompletion.completed(collection)
        case .curl, .har, .openAPI, .wireMock: collection
        }
    }

    /// The endings of the names of such files, in lower case.
    public var endings: [String] { importer.endings }

    private var importer: any CollectionImporter.Type {
        switch self {
        case .curl: CurlImporter.self
        case .postman: PostmanImporter.self
        case .har: HARImporter.self
        case .openAPI: OpenAPIImporter.self
        case .insomnia: InsomniaImporter.self
        case .bruno: BrunoImporter.self
        case .wireMock: WireMockImporter.self
        }
    }
}

protocol CollectionImporter {
    static var endings: [String] { get }

    /// Reads files that belong together; there is at least one.
    static func collection(from files: [ImportFile]) throws(ImportError) -> RequestCollection
}

extension CollectionImporter {
    /// Reads each file by itself; several become folders of one collection.
    static func collection(
        of files: [ImportFile], reading read: (ImportFile) throws(ImportError) -> RequestCollection
    ) throws(ImportError) -> RequestCollection {
        if files.count == 1 { return try read(files[0]) }
        var whole = RequestCollection(name: "requests")
        for file in files {
            let part = try read(file)
            whole.items.append(.folder(.init(name: part.name, about: part.about, items: part.items)))
            whole.variables += part.variables
            whole.environments += part.environments
            whole.warnings += part.warnings.map { .init("\(part.name) / \($0.place)", $0.text) }
        }
        return whole
    }
}

extension ImportFile {
    /// A name for a collection whose file does not say it: the file's own, without its ending.
    var stem: String {
        let name = path.fileName
        guard let dot = name.unicodeScalars.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }
}
