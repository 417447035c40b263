/// Cuts a text into plain stretches and what stands between braces.
struct TemplateScanner {
    enum Token {
        case text(Substring)
        /// The text between `{{` and `}}`, which need not be a reference.
        case braces(Substring)
        /// The text between `\{\{` and `\}\}`, which is meant as it stands.
        case escaped(Substring)
    }

    private let text: String
    private var index: String.Index
    private var pending: Token?

    init(_ text: String) {
        self.text = text
        index = text.startIndex
    }

    mutating func next() -> Token? {
        if let token = pending {
            pending = nil
            return token
        }
        let start = index
        while index < text.endIndex {
            if let found = markup(at: index) {
                let before = text[start..<index]
                index = found.end
                guard !before.isEmpty else { return found.token }
                pending = found.token
                return .text(before)
            }
            index = text.utf8.index(after: index)
        }
        return start == text.endIndex ? nil : .text(text[start...])
    }

    private func markup(at index: String.Index) -> (token: Token, end: String.Index)? {
        switch text.utf8[index] {
        case UInt8(ascii: "{"):
            guard let inside = enclosed(at: index, by: "{{", "}}"), !inside.isEmpty else { return nil }
            return (.braces(inside), text.utf8.index(inside.endIndex, offsetBy: 2))
        case UInt8(ascii: "\\"):
            guard let inside = enclosed(at: index, by: "\\{\\{", "\\}\\}") else { return nil }
            return (.escaped(inside), text.utf8.index(inside.endIndex, offsetBy: 4))
        default: return nil
        }
    }

    private func enclosed(
        at index: String.Index, by opening: StaticString, _ closing: StaticString
    ) -> Substring? {
        let utf8 = text.utf8
        guard utf8[index...].starts(with: opening) else { return nil }
        let begin = utf8.index(index, offsetBy: opening.utf8CodeUnitCount)
        let inside = utf8[begin...].prefix { $0 != 0x7B && $0 != 0x7D && $0 != 0x0A && $0 != 0x5C }
        guard utf8[inside.endIndex...].starts(with: closing) else { return nil }
        return text[begin..<inside.endIndex]
    }
}

/// Cuts a text into plain stretches and references.
struct ReferenceScanner {
    enum Token {
        case text(Substring)
        case reference(Reference, at: String.Index)
    }

    private let text: String
    private let dialect: HTTPFile.Dialect
    private var scanner: TemplateScanner

    init(_ text: String, dialect: HTTPFile.Dialect) {
        self.text = text
        self.dialect = dialect
        scanner = TemplateScanner(text)
    }

    mutating func next() -> Token? {
        switch scanner.next() {
        case nil: return nil
        case .text(let text): return .text(text)
        case .braces(let inside):
            let open = text.utf8.index(inside.startIndex, offsetBy: -2)
            if let reference = Reference(inside, dialect: dialect) { return .reference(reference, at: open) }
            return .text(text[open..<text.utf8.index(inside.endIndex, offsetBy: 2)])
        case .escaped(let inside):
            // The draft has escapes for names alone.
            if dialect == .union || (!inside.isEmpty && inside.utf8.allSatisfy(\.isVariableName)) {
                return .text("{{\(inside)}}")
            }
            let open = text.utf8.index(inside.startIndex, offsetBy: -4)
            return .text(text[open..<text.utf8.index(inside.endIndex, offsetBy: 4)])
        }
    }
}
