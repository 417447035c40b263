import ClientEngine

/// The words of a login in a request file, with references in them, whose insides may hold blanks.
struct LoginWords {
    private let text: String
    private let words: [Range<String.Index>]

    init(_ text: String) {
        self.text = text
        var (words, start) = ([] as [Range<String.Index>], nil as String.Index?)
        var index = text.utf8.startIndex
        while index < text.utf8.endIndex {
            let rest = text.utf8[index...]
            let isBlank = rest.first == 0x20 || rest.first == 0x09
            if isBlank, let begin = start { words.append(begin..<index) }
            start = isBlank ? nil : start ?? index
            let end =
                rest.starts(with: "{{".utf8)
                ? text[index...].unicodeScalars.firstRange(of: "}}".unicodeScalars) : nil
            index = end?.upperBound ?? text.utf8.index(after: index)
        }
        if let start { words.append(start..<text.utf8.endIndex) }
        self.words = words
    }

    /// The words as texts.
    var texts: [String] { words.map { String(text[$0]) } }

    /// The secrets of a login for AWS, by NTLM or by Digest, with names for variables; `nil` for anything else.
    var secrets: [(name: String, range: Range<String.Index>)]? {
        guard words.count > 1 else { return nil }
        switch text[words[0]].lowercased() {
        case "aws" where words.count > 2:
            return [("secret_access_key", words[2])]
                + words.dropFirst(3).compactMap { word in
                    let (name, value) = text[word].cut(at: ":") ?? ("", "")
                    return name.lowercased() == "token" && !value.isEmpty
                        ? ("session_token", value.startIndex..<value.endIndex) : nil
                }
        case "ntlm", "digest":
            if let (_, password) = text[words[1]].cut(at: ":") {
                let end = words.last?.upperBound ?? password.endIndex
                return [("password", password.startIndex..<end)]
            }
            return words.count > 2 && !text[words[1]].contains("=") ? [("password", words[2])] : nil
        default: return nil
        }
    }
}
