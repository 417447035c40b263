/// A request in a file, as the tree shows it.
package struct SavedEntry: Equatable, Sendable {
    /// The place of a request; enough to read it again when it is sent.
    package struct Reference: Hashable, Sendable {
        package var file: String
        package var number: Int
        /// The line its request line stands in, from 1.
        package var line: Int

        package init(file: String, number: Int, line: Int) {
            self.file = file
            self.number = number
            self.line = line
        }
    }

    package let reference: Reference
    /// Its title, else its name, else its target.
    package let title: String
    /// The name that its tasks have: its own, else its title; nil where it has neither.
    package let name: String?
    package let method: String
    /// The URL as it is written, variables included.
    package let url: String
    /// The text that a search looks into, made where the file is read: there are thousands of them.
    package let searchText: SearchText

    /// Creates an entry; `place` is what the tree calls its folders and its file, which a search finds, too.
    package init(
        reference: Reference, title: String?, name: String? = nil, method: String, url: String,
        place: String = ""
    ) {
        self.reference = reference
        self.title = title ?? name ?? Self.target(of: url)
        self.name = name ?? title
        self.method = method
        self.url = url
        let words = [name, self.title, method, url, place].compactMap(\.self)
        searchText = SearchText(words.joined(separator: " "))
    }

    /// The URL without what most requests of a file have in common: the server, or the variable that stands for it.
    package var target: String { Self.target(of: url) }

    private static func target(of url: String) -> String {
        let rest =
            if url.hasPrefix("{{"), let end = url.firstRange(of: "}}") {
                url[end.upperBound...]
            } else if let scheme = url.firstRange(of: "://") {
                url[scheme.upperBound...].drop { $0 != "/" }
            } else {
                url[...]
            }
        return rest.hasPrefix("/") ? String(rest) : url
    }

    /// Returns whether it is the same request, wherever it stands in its file.
    package func isSame(as other: SavedEntry) -> Bool {
        title == other.title && method == other.method && url == other.url
    }
}

/// A file of requests, or what kept it from being read.
package struct SavedFile: Equatable, Sendable {
    package struct Problem: Equatable, Sendable {
        /// The line, from 1; nil when it is about the whole file.
        package var line: Int?
        package var message: String
        /// Indicates whether the file can be used all the same.
        package var isWarning: Bool

        package init(line: Int?, message: String, isWarning: Bool = false) {
            self.line = line
            self.message = message
            self.isWarning = isWarning
        }
    }

    package var path: String
    package var components: [String]
    package var requests: [SavedEntry]
    package var problems: [Problem]
    /// Indicates whether it was read; until then it has a name and nothing else.
    package var isRead: Bool

    package init(
        path: String, components: [String], requests: [SavedEntry] = [], problems: [Problem] = [],
        isRead: Bool = true
    ) {
        self.path = path
        self.components = components
        self.requests = requests
        self.problems = problems
        self.isRead = isRead
    }

    /// The problem of the file as a whole; the requests are those it had before.
    package var failure: Problem? { problems.first { $0.line == nil } }

    /// The name in the tree, from the opened folder on.
    package var name: String { components.joined(separator: "/") }

    /// Returns a problem with its place, as a notice has it.
    package func text(of problem: Problem) -> String {
        let place = name + (problem.line.map { ":\($0)" } ?? "")
        return "\(place): \(problem.message)"
    }
}
