/// Fills references in, in one pass: what a value brings is never read again.
struct Substitution {
    static let maximumSize = 16 << 20

    var dialect: HTTPFile.Dialect
    /// Returns the value of a reference, or throws the reason why it has none.
    var value: (Reference) throws(ResolveError) -> ResolvedText

    /// For text that holds no references.
    static func ofNone(_ dialect: HTTPFile.Dialect) -> Substitution {
        Substitution(dialect: dialect) { _ in preconditionFailure("a text without references holds one") }
    }

    func filled(_ piece: Template.Piece) throws(ResolveError) -> ResolvedText {
        guard piece.text.utf8.contains(0x7B) else { return ResolvedText(piece.text) }
        var scanner = ReferenceScanner(piece.text, dialect: dialect)
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
                throw ResolveError(.tooLarge, "Filling in the variables makes more than 16 MiB.").at(piece)
            }
        }
        return output
    }

    /// Fills in one piece of a body, which may be any octets.
    func octets(of piece: Template.Piece) throws(ResolveError) -> [UInt8] {
        try filled(piece).octets
    }

    func text(of piece: Template.Piece) throws(ResolveError) -> String {
        guard piece.text.utf8.contains(0x7B) else { return piece.text }
        guard let text = String(validating: try octets(of: piece), as: UTF8.self) else {
            throw ResolveError(.invalid, "A value brings octets that are not UTF-8 where text is needed.").at(
                piece)
        }
        return text
    }

    func text(of template: Template) throws(ResolveError) -> String {
        if template.others.isEmpty { return try text(of: template.first) }
        return try template.pieces.map { piece throws(ResolveError) in try text(of: piece) }.joined()
    }
}
