/// The text of one `.http` file, request by request.
struct RequestFileText {
    private(set) var losses: [RequestCollection.Loss] = []
    private let about: [String]
    private let variables: [RequestCollection.Variable]
    private var escapes = TextEscapes()
    private var names = SafeNames()
    private var blocks: [String] = []

    init(about: String, variables: [RequestCollection.Variable]) {
        self.about = RequestText.comments(about)
        self.variables = variables
    }

    /// The whole file; variables stand before the requests that use them.
    var output: String {
        let definitions = variables.compactMap { WrittenLine.definition($0.name, $0.value) }
            .map { $0 + "\n" }.joined()
        let parts = [about.map { $0 + "\n" }.joined(), definitions + escapes.definitions]
        return (parts.filter { !$0.isEmpty } + blocks).joined(separator: "\n")
    }

    mutating func append(_ request: CollectedRequest, place: String) {
        var text = RequestText(request, escapes: escapes)
        text.write { names.unique($0, separator: "_") }
        escapes = text.escapes
        blocks.append(text.block)
        losses += text.losses.map { .init(place, $0) }
    }
}
