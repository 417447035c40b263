import Testing

@testable import RequestFormats

extension RequestCollection {
    /// Every request in order, with the names of its folders and its name.
    var flattened: [(place: String, request: EditableRequest)] {
        var found: [(String, EditableRequest)] = []
        var copy = self
        copy.mapRequests { request, place in found.append((place, request)) }
        return found
    }

    /// Returns the request with a name.
    func request(_ name: String) throws -> EditableRequest {
        try #require(flattened.first { $0.request.name == name }?.request)
    }

    /// The warnings as text.
    var warningTexts: [String] { warnings.map { "\($0.place): \($0.text)" } }

    /// Returns the requests of the written files, which must have no errors except that GraphQL is not sent.
    func writtenRequests() throws -> [SavedRequest] {
        try CollectionWriter.write(self).files.filter { $0.path.hasSuffix(".http") }.flatMap { file in
            let parsed = HTTPFile(parsing: file.text, path: file.path)
            let errors = parsed.diagnostics.filter {
                $0.severity == .error && !$0.message.contains("GRAPHQL")
            }
            try #require(errors.isEmpty, "\(file.path): \(errors)\n\(file.text.prefix(2000))")
            return parsed.requests
        }
    }
}

/// Imports text as one file.
func imported(_ format: ImportFormat, _ text: String, path: String = "api.yaml") throws -> RequestCollection {
    try format.collection(from: [ImportFile(path: path, bytes: Array(text.utf8))])
}

/// Imports files, given their paths.
func imported(_ format: ImportFormat, _ files: [(path: String, text: String)]) throws -> RequestCollection {
    try format.collection(from: files.map { ImportFile(path: $0.path, bytes: Array($0.text.utf8)) })
}
