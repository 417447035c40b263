/// A request in a file, as the tree shows it.
package struct SavedEntry: Equatable, Sendable {
    /// The location of a request.
    ///
    /// It suffices to read the request again when it is sent.
    package struct Reference: Hashable, Sendable {
        package var file: String
        package var number: Int
        /// The number of the request line, from 1.
        package var line: Int

        package init(file: String, number: Int, line: Int) {
            self.file = file
            self.number = number
            self.line = line
        }
    }

    package let reference: Reference
    /// The title of the request, otherwise its name, otherwise its target.
    package let title: String
    /// The name of its tasks: the request's name, otherwise its title, or `nil` if it has neither.
    package let name: String?
    package let method: String
    /// The URL as written, with variables.
    package let url: String
    /// The searchable text, made when the file is read because there may be thousands of entries.
    package let searchText: SearchText

    /// Creates an entry.
    ///
    /// `place` is the path in the tree, which searches include.
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

    /// The URL without its server, or without the variable at its start.
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

    /// Returns whether both entries describe the same request, regardless of its position in the file.
    package func isSame(as other: SavedEntry) -> Bool {
        title == other.title && method == other.method && url == other.url
    }
}

/// A file of requests, or the problem that prevented reading it.
package struct SavedFile: Equatable, Sendable {
    package struct Problem: Equatable, Sendable {
        /// The line, from 1, or `nil` if the problem concerns the whole file.
        package var line: Int?
        package var message: String
        /// Indicates whether the file is usable despite the problem.
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
    /// Indicates whether the file was read.
    ///
    /// Until then, only its name is known.
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

    /// The problem that concerns the whole file.
    ///
    /// The requests are those read before it.
    package var failure: Problem? { problems.first { $0.line == nil } }

    /// The path in the tree, relative to the opened folder.
    package var name: String { components.joined(separator: "/") }

    /// Returns a problem with its location, for a notice.
    package func text(of problem: Problem) -> String {
        let place = name + (problem.line.map { ":\($0)" } ?? "")
        return "\(place): \(problem.message)"
    }
}
