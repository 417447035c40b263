/// Fills references in, in one pass: what a value brings is never read again.
struct Substitution {
    /// The largest text that filling in may make.
    static let maximumSize = 16 << 20

    var dialect: HTTPFile.Dialect
    /// What a reference stands for, or why it stands for nothing.
    var value: (Reference) throws(ResolveError) -> ResolvedText

    /// Fills in one piece.
    func filled(_ piece: Template.Piece) throws(ResolveError) -> ResolvedText {
        guard piece.text.utf8.contains(0x7B) else { return ResolvedText(piece.text) }
        var scanner = Scanner(piece.text, dialect: dialect)
        var output = ResolvedText()
        var cursor = PieceCursor(piece)
        while let token = scanner.next() {
            switch token {
            case .text(let text):
                output.append(text.utf8)
            case .reference(let reference, let index):
                do throws(ResolveError) {
                    let value = try value(reference)
                    output.append(value.isSettled ? value : value.placed(at: cursor.position(of: index)))
                } catch {
                    let place = cursor.position(of: index)
                    throw error.at(line: place.line, column: place.column)
                }
            }
            guard output.size <= Self.maximumSize else {
                throw ResolveError(.tooLarge, "Filling in the variables makes more than 16 MiB.")
                    .at(line: piece.line, column: piece.column)
            }
        }
        return output
    }

    /// Fills in one piece of a body, which may be any octets.
    func octets(of piece: Template.Piece) throws(ResolveError) -> [UInt8] {
        try filled(piece).octets
    }

    /// Fills in one piece of what must be text.
    func text(of piece: Template.Piece) throws(ResolveError) -> String {
        guard let text = String(validating: try octets(of: piece), as: UTF8.self) else {
            throw ResolveError(.invalid, "A value brings octets that are not UTF-8 where text is needed.")
                .at(line: piece.line, column: piece.column)
        }
        return text
    }

    /// Fills in all pieces of a template.
    func text(of template: Template) throws(ResolveError) -> String {
        var output = ""
        for piece in template.pieces { output += try text(of: piece) }
        return output
    }
}

extension Substitution {
    enum Token {
        case text(Substring)
        case reference(Reference, at: String.Index)
    }

    /// Cuts a text into plain stretches and references.
    struct Scanner {
        private let text: String
        private let dialect: HTTPFile.Dialect
        private var index: String.Index
        private var pending: Token?

        init(_ text: String, dialect: HTTPFile.Dialect) {
            self.text = text
            self.dialect = dialect
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
            case UInt8(ascii: "{"): reference(at: index)
            case UInt8(ascii: "\\"): escape(at: index)
            default: nil
            }
        }

        private func reference(at index: String.Index) -> (token: Token, end: String.Index)? {
            guard let inside = enclosed(at: index, by: "{{", "}}"),
                let reference = Reference(inside, dialect: dialect)
            else { return nil }
            return (.reference(reference, at: index), text.utf8.index(inside.endIndex, offsetBy: 2))
        }

        /// `\{\{name\}\}` is the text `{{name}}`.
        private func escape(at index: String.Index) -> (token: Token, end: String.Index)? {
            guard let inside = enclosed(at: index, by: "\\{\\{", "\\}\\}"),
                dialect == .union || (!inside.isEmpty && inside.utf8.allSatisfy(\.isVariableName))
            else { return nil }
            return (.text("{{\(inside)}}"), text.utf8.index(inside.endIndex, offsetBy: 4))
        }

        private func enclosed(
            at index: String.Index, by opening: StaticString, _ closing: StaticString
        ) -> Substring? {
            let utf8 = text.utf8
            let isAt = { (index: String.Index, mark: StaticString) in
                mark.withUTF8Buffer { utf8[index...].starts(with: $0) }
            }
            guard isAt(index, opening) else { return nil }
            let begin = utf8.index(index, offsetBy: opening.utf8CodeUnitCount)
            let inside = utf8[begin...].prefix { $0 != 0x7B && $0 != 0x7D && $0 != 0x0A && $0 != 0x5C }
            guard isAt(inside.endIndex, closing) else { return nil }
            return text[begin..<inside.endIndex]
        }
    }
}
