/// A request in a file, as the tree shows it.
struct SavedEntry: Equatable, Sendable {
    /// Which request it is; enough to read it again when it is sent.
    struct Reference: Hashable, Sendable {
        /// The file's path.
        var file: String
        /// The place in the file, from 1.
        var number: Int
        /// The line its request line stands in, from 1.
        var line: Int
    }

    let reference: Reference
    let title: String
    let method: String
    /// The URL as it is written, variables included.
    let url: String
    /// What a search looks into, made where the file is read: there are thousands of them.
    let searchText: SearchText

    init(reference: Reference, title: String, method: String, url: String) {
        self.reference = reference
        self.title = title
        self.method = method
        self.url = url
        searchText = SearchText("\(title) \(method) \(url)")
    }

    /// Tells whether it is the same request, wherever it stands in its file.
    func isSame(as other: SavedEntry) -> Bool {
        title == other.title && method == other.method && url == other.url
    }
}

/// A file of requests, or what kept it from being read.
struct SavedFile: Equatable, Sendable {
    /// Something wrong in a file.
    struct Problem: Equatable, Sendable {
        /// The line, from 1; nil when it is about the whole file.
        var line: Int?
        var message: String
    }

    var path: String
    /// The folders between the opened one and the file, and the file's own name.
    var components: [String]
    var requests: [SavedEntry] = []
    var problems: [Problem] = []
    /// Whether it was read; until then it has a name and nothing else.
    var isRead = true

    /// What is wrong with the file as a whole: the requests are those it had before.
    var failure: Problem? { problems.first { $0.line == nil } }

    /// What the tree calls it, from the opened folder on.
    var name: String { components.joined(separator: "/") }

    /// A problem with its place, as a notice has it.
    func text(of problem: Problem) -> String {
        let place = name + (problem.line.map { ":\($0)" } ?? "")
        return "\(place): \(problem.message)"
    }
}
