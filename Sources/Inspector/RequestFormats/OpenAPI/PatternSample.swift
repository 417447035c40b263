/// Makes a text that a regular expression matches, where that is simple: letters, classes, groups, choices and repeats.
struct PatternSample {
    private var rest: Substring
    private var depth = 0

    private static let longest = 256
    private static let deepest = 16
    private static let escapes: [Character: String] = [
        "d": "1", "w": "a", "s": " ", "D": "a", "S": "a", "n": "\n", "t": "\t", "r": "\r",
    ]

    /// Returns a text; nil for an expression that is not simple.
    static func text(for pattern: String) -> String? {
        guard pattern.utf8.count <= 1024 else { return nil }
        var sample = PatternSample(rest: pattern[...])
        guard let text = sample.choice(), sample.rest.isEmpty else { return nil }
        return text
    }

    private mutating func choice() -> String? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest, let first = sequence() else { return nil }
        while rest.first == "|" {
            rest.removeFirst()
            guard sequence() != nil else { return nil }
        }
        return first
    }

    private mutating func sequence() -> String? {
        var text = ""
        while let character = rest.first, character != "|", character != ")" {
            guard let atom = atom(), let count = repeats() else { return nil }
            guard text.utf8.count + atom.utf8.count * count <= Self.longest else { return nil }
            text += String(repeating: atom, count: count)
        }
        return text
    }

    private mutating func atom() -> String? {
        let character = rest.removeFirst()
        switch character {
        case "^", "$": return ""
        case ".": return "a"
        case "[": return memberOfClass()
        case "(": return group()
        case "\\": return escape()
        case "*", "+", "?", "{", "}", "]": return nil
        default: return String(character)
        }
    }

    private mutating func escape() -> String? {
        guard let character = rest.popFirst() else { return nil }
        if let text = Self.escapes[character] { return text }
        // Other letters and digits look around or back, or name what is not simple.
        return character.isLetter || character.isNumber ? nil : String(character)
    }

    private mutating func group() -> String? {
        if rest.hasPrefix("?:") {
            rest = rest.dropFirst(2)
        } else if rest.hasPrefix("?<"), !rest.hasPrefix("?<="), !rest.hasPrefix("?<!"),
            let end = rest.unicodeScalars.firstIndex(of: ">")
        {
            rest = rest[rest.unicodeScalars.index(after: end)...]
        } else if rest.hasPrefix("?") {
            return nil
        }
        guard let text = choice(), rest.popFirst() == ")" else { return nil }
        return text
    }

    /// Returns the first of a class; of one that says what may not be there, a letter or a digit that may.
    private mutating func memberOfClass() -> String? {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        var members: Set<Character> = []
        var first: Character?
        while rest.first != "]" || members.isEmpty {
            guard let character = rest.popFirst() else { return nil }
            guard character != "[", var member = character == "\\" ? escape()?.first : character else {
                return nil
            }
            if rest.first == "-", rest.dropFirst().first != "]", let end = rest.dropFirst().first {
                rest = rest.dropFirst(2)
                guard end != "\\", let range = Self.range(member, end) else { return nil }
                members.formUnion(range)
                member = range.first ?? member
            }
            members.insert(member)
            first = first ?? member
        }
        rest.removeFirst()
        guard isNegated else { return first.map { String($0) } }
        return "aA1-_. ".first { !members.contains($0) }.map { String($0) }
    }

    private static func range(_ first: Character, _ last: Character) -> [Character]? {
        guard let lower = first.asciiValue, let upper = last.asciiValue, lower <= upper else { return nil }
        return (lower...upper).map { Character(Unicode.Scalar($0)) }
    }

    /// Returns the number of repetitions: as few as allowed, but one where there may be one.
    private mutating func repeats() -> Int? {
        var count = 1
        switch rest.first {
        case "*", "+", "?": rest.removeFirst()
        case "{":
            guard let end = rest.unicodeScalars.firstIndex(of: "}") else { return nil }
            let limits = rest[..<end].dropFirst().split(at: ",", omittingEmptySubsequences: false)
            guard let least = limits.first.flatMap({ Int($0) }), limits.count <= 2, least >= 0 else {
                return nil
            }
            count = least == 0 && limits.last != "0" ? 1 : least
            rest = rest[rest.unicodeScalars.index(after: end)...]
        default: return 1
        }
        // A repeat may be written as reluctant.
        if rest.first == "?" { rest.removeFirst() }
        guard rest.first.map({ !"*+{".contains($0) }) ?? true, count <= Self.longest else { return nil }
        return count
    }
}
