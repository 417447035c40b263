import ClientEngine
import EngineSupport

/// Names what to fire: a path, and perhaps one request in it (`PATH#NAME`).
public struct RequestSelector: Sendable, Hashable {
    /// The file or folder.
    public var path: String
    /// The request; nil is all of them.
    public var name: String?

    /// Reads `PATH#NAME`.
    ///
    /// A path that exists as written, by what `exists` says, is the path, whatever it holds.
    public init(_ word: String, exists: (String) -> Bool) {
        path = word
        guard !exists(word) else { return }
        let marks = word.indices.filter { word[$0] == "#" }
        guard let mark = marks.last(where: { exists(String(word[..<$0])) }) ?? marks.first else { return }
        path = String(word[..<mark])
        name = String(word[word.index(after: mark)...])
    }

    /// Says why a name selects nothing.
    public enum SelectionError: Error, Sendable, Hashable, CustomStringConvertible {
        /// No request is called so; these look like it.
        case unknown(name: String, near: [String])
        /// Several are, at these lines.
        case ambiguous(name: String, lines: [Int])

        /// The text for people.
        public var description: String {
            switch self {
            case .unknown(let name, let near):
                "No request is called “\(name)”"
                    + (SimilarNames.question(near).map { "; \($0)" } ?? ".")
            case .ambiguous(let name, let lines):
                "“\(name)” is the name of several requests, at lines "
                    + lines.map(String.init).joined(separator: ", ") + "."
            }
        }
    }
}

extension HTTPFile {
    /// Finds a request by its `@name`, then by its title, then by its number.
    public func request(named name: String) throws(RequestSelector.SelectionError) -> SavedRequest {
        let byName = requests.indices.filter { requests[$0].name == name }
        let byTitle = byName.isEmpty ? requests.indices.filter { requests[$0].title == name } : byName
        let byNumber = Int(name).map { number in requests.indices.filter { requests[$0].number == number } }
        let found = byTitle.isEmpty ? byNumber ?? [] : byTitle
        guard let first = found.first else {
            let names = Set(requests.flatMap { [$0.name, $0.title].compactMap { $0 } }).sorted()
            throw .unknown(name: name, near: SimilarNames(to: name, among: names).names)
        }
        guard found.count == 1 else { throw .ambiguous(name: name, lines: found.map { requests[$0].line }) }
        return requests[first]
    }
}
