struct RequestFileText {
    private(set) var warnings: [RequestCollection.Warning] = []
    private let about: [String]
    private let headers: [String]
    private let variables: [RequestCollection.Variable]
    private var escapes = TextEscapes()
    private var names = SafeNames()
    private var blocks: [String] = []

    /// Creates the text of a file; the headers, as directives, hold for all its requests.
    init(about: String, headers: [String] = [], variables: [RequestCollection.Variable]) {
        self.about = HTTPFileWriter.comments(about)
        self.headers = headers
        self.variables = variables
    }

    /// The whole file; variables stand before the requests that use them.
    var output: String {
        let definitions = variables.compactMap { WrittenLine.definition($0.name, $0.value) }
            .map { $0 + "\n" }.joined()
        let parts = [
            about.map { $0 + "\n" }.joined(), headers.map { $0 + "\n" }.joined(),
            definitions + escapes.definitions,
        ]
        return (parts.filter { !$0.isEmpty } + blocks).joined(separator: "\n")
    }

    mutating func append(_ request: EditableRequest, place: String) {
        var request = request
        let title = request.name.split(whereSeparator: \.isNewline).joined(separator: " ").trimmedBlanks
            .drop { $0 == "#" }.trimmedBlanks
        name(&request, place: place)
        request.name = ""
        let writer = HTTPFileWriter(request, for: .filing, escapes: escapes)
        escapes = writer.escapes
        blocks.append("\(title.isEmpty ? "###" : "### \(title)")\n" + writer.head + writer.message)
        warnings += writer.warnings.map { .init(place, $0) }
    }

    private mutating func name(_ request: inout EditableRequest, place: String) {
        let isName = { (directive: String) in directive.hasPrefix("@name ") }
        let given = request.directives.first { isName($0) && WrittenLine.directive($0) != nil }?.dropFirst(6)
        let name = names.unique(given.map(String.init) ?? SafeNames.identifier(request.name), separator: "_")
        if let given, given != name {
            let text = "Its name “\(given)” is taken: it is “\(name)” here; references to it need that."
            warnings.append(.init(place, text))
        }
        request.directives = ["@name \(name)"] + request.directives.filter { !isName($0) }
    }
}
