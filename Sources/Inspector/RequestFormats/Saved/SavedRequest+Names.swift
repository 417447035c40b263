import ClientEngine
import EngineSupport

extension SavedRequest {
    /// The name that references use: its `@name`, else the first word behind `###`.
    public var referenceName: String? {
        if let name { return name }
        guard let word = title?.trimmedBlanks.utf8.prefix(while: { !$0.isBlank }) else { return nil }
        return word.isIdentifier ? String(Substring(word)) : nil
    }
}

struct RequestNames {
    private let places: [String: [(line: Int, index: Int)]]
    /// The names that a wrong one may have meant: the first ones of the document.
    let likely: [String]

    init(_ file: HTTPFile) {
        var places: [String: [(line: Int, index: Int)]] = [:]
        var likely: [String] = []
        for index in file.requests.indices {
            guard let name = file.requests[index].referenceName else { continue }
            if likely.count < SimilarNames.mostCandidates, places[name] == nil { likely.append(name) }
            places[name, default: []].append((file.requests[index].line, index))
        }
        self.places = places
        self.likely = likely
    }

    var all: some Sequence<String> { places.keys }

    func contains(_ name: String) -> Bool { places[name] != nil }

    /// Returns the index of the request that a reference in a line means.
    ///
    /// Of several with one name it is the last above the line; where none is above, the first below.
    func index(of name: String, from line: Int) -> Int? {
        guard let candidates = places[name] else { return nil }
        let above = candidates.partitioningIndex { $0.line >= line }
        return candidates[max(0, above - 1)].index
    }
}

extension Substring.UTF8View {
    /// Indicates whether the text is a letter or `_`, then letters, digits and `_`.
    fileprivate var isIdentifier: Bool {
        guard let first, !(0x30...0x39).contains(first) else { return false }
        return allSatisfy { $0.isVariableName && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
    }
}
