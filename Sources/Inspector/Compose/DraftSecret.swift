import ClientEngine
import RequestFormats

/// A secret that stands in a draft itself, not behind a reference.
struct DraftSecret: Hashable, Sendable {
    /// What a variable that holds it could be called.
    var name: String
    var text: String

    init(name: String, text: String) {
        let name = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        self.name = name.isEmpty ? "secret" : String(name)
        self.text = text
    }

    /// How a text holds secrets.
    enum Shape: Sendable {
        case whole
        /// A scheme, then the secret.
        case credentials
        /// `name=secret; name=secret`.
        case cookies
        /// A URL, whose user may have a password.
        case address
        /// JSON, whose members tell by their names what is secret; it need not be complete.
        case json

        /// The text with other texts in the place of its secrets; one that is a reference already stays.
        func replacing(in text: String, named name: String, _ change: (DraftSecret) -> String) -> String {
            var out = text
            for (name, range) in ranges(in: text, name).reversed() where !References.isAll(of: text[range]) {
                out.replaceSubrange(range, with: change(DraftSecret(name: name, text: String(text[range]))))
            }
            return out
        }

        private typealias Found = [(name: String, range: Range<String.Index>)]

        private func ranges(in text: String, _ name: String) -> Found {
            switch self {
            case .whole: return [(name, text.startIndex..<text.endIndex)]
            case .credentials:
                let start = text.firstIndex(of: " ").map { text.index(after: $0) } ?? text.startIndex
                return [(name, start..<text.endIndex)]
            case .cookies: return Self.cookies(in: text, name)
            case .address: return Self.password(in: text).map { [(name, $0)] } ?? []
            case .json: return JSONSecrets(text).found
            }
        }

        private static func cookies(in text: String, _ name: String) -> Found {
            text.split(separator: ";").map { pair in
                guard let equals = pair.firstIndex(of: "=") else {
                    return (name, pair.startIndex..<pair.endIndex)
                }
                let cookie = pair[..<equals].drop { $0 == " " }
                return (String(cookie), pair.index(after: equals)..<pair.endIndex)
            }
        }

        private static func password(in text: String) -> Range<String.Index>? {
            guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
            let authority = text[start...].prefix { !"/?#".contains($0) }
            guard let at = authority.lastIndex(of: "@"),
                let colon = authority[..<at].firstIndex(of: ":")
            else { return nil }
            return text.index(after: colon)..<at
        }
    }
}

/// Finds the values of members with secret names in a text of JSON.
private struct JSONSecrets {
    private let text: String
    private(set) var found: [(name: String, range: Range<String.Index>)] = []
    /// For each open object or array, the secret name that it is the value of.
    private var containers: [String?] = []
    /// The secret name that the next value belongs to.
    private var name: String?

    init(_ text: String) {
        self.text = text
        // A quick look that spares most bodies the search.
        if Redaction.isSecret(name: text) { search() }
    }

    private mutating func search() {
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case "{", "[":
                containers.append(name ?? containers.last ?? nil)
                name = nil
            case "}", "]": _ = containers.popLast()
            case ",": name = nil
            case "\"": index = takeString(from: index)
            case "-", "0"..."9": index = takeNumber(from: index)
            default: break
            }
            if index < text.endIndex { index = text.index(after: index) }
        }
    }

    /// Takes a member's name or a string; returns the place of its last quote.
    private mutating func takeString(from quote: String.Index) -> String.Index {
        let start = text.index(after: quote)
        var end = start
        while end < text.endIndex, text[end] != "\"" {
            if text[end] == "\\" { end = text.index(after: end) }
            if end < text.endIndex { end = text.index(after: end) }
        }
        let behind = end < text.endIndex ? text[text.index(after: end)...].drop(while: \.isWhitespace) : ""
        if behind.first == ":" {
            let member = String(text[start..<end])
            name = Redaction.isSecret(name: member) ? member : nil
        } else {
            take(start..<end)
        }
        return end
    }

    private mutating func takeNumber(from start: String.Index) -> String.Index {
        let end = text[start...].prefix { $0.isNumber || "+-.eE".contains($0) }.endIndex
        take(start..<end)
        return text.index(before: end)
    }

    private mutating func take(_ range: Range<String.Index>) {
        if let name = name ?? containers.last ?? nil, !range.isEmpty { found.append((name, range)) }
        name = nil
    }
}
