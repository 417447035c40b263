/// Makes names that a file system, a directive or a reference accepts, each given out once.
struct SafeNames {
    private var taken: Set<String> = []
    /// The number to try next for a name that is taken: counting anew every time would take for ever.
    private var next: [String: Int] = [:]

    /// The longest name of a file, in bytes, without what makes it unique and its ending.
    private static let longestFile = 80

    init(taken: some Sequence<String> = []) {
        self.taken = Set(taken.map { $0.lowercased() })
    }

    /// Keeps names from being given out.
    mutating func reserve(_ names: some Sequence<String>) {
        for name in names { taken.insert(name.lowercased()) }
    }

    /// Returns a name that was not given out yet; case makes no difference.
    mutating func unique(_ name: String, separator: String = "-") -> String {
        var candidate = name
        while !taken.insert(candidate.lowercased()).inserted {
            let number = next[name.lowercased(), default: 2]
            next[name.lowercased()] = number + 1
            candidate = "\(name)\(separator)\(number)"
        }
        return candidate
    }

    /// Returns a name for a file or folder: letters and digits of any script, with hyphens between the words.
    static func file(_ name: String) -> String {
        var text = ""
        for word in name.lowercased().split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
            let next = text.isEmpty ? String(word) : "\(text)-\(word)"
            if next.utf8.count > longestFile { break }
            text = next
        }
        return text.isEmpty ? "requests" : text
    }

    /// Returns a word for `@name`: letters and digits of ASCII, with `_` between the words.
    static func identifier(_ name: String) -> String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let text = words.joined(separator: "_").prefix(60)
        guard let first = text.first else { return "request" }
        return first.isNumber ? "request_\(text)" : String(text)
    }

    /// Returns a name for a variable; one that is fine stays as it is.
    static func variable(_ name: String) -> String {
        let text = String(name.map { $0.isASCII && $0.utf8.allSatisfy(\.isVariableName) ? $0 : "_" })
        return text.isEmpty || text.hasPrefix(".") ? "_" + text : text
    }
}
