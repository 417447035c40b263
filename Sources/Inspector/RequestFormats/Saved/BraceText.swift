/// Finds stretches `{{…}}` that are no references, so that they would be sent as they are written: `{{n + 1}}`.
struct BraceText {
    private let piece: Template.Piece
    private var index: String.Index
    private var cursor: PieceCursor

    init(_ piece: Template.Piece) {
        self.piece = piece
        index = piece.text.startIndex
        cursor = PieceCursor(piece)
    }

    /// Returns the next stretch with its place; `nil` after the last one.
    mutating func next() -> Template.Piece? {
        guard let range = nextRange() else { return nil }
        let place = cursor.position(of: range.lowerBound)
        return Template.Piece(String(piece.text[range]), line: place.line, column: place.column)
    }

    /// Returns the range of the next stretch; `nil` after the last one.
    mutating func nextRange() -> Range<String.Index>? {
        let bytes = piece.text.utf8
        while let open = bytes[index...].firstIndex(of: 0x7B) {
            index = bytes.index(after: open)
            // Of three braces the first one is text.
            let rest = bytes[open...].prefix(3)
            guard rest.starts(with: "{{"), rest.last != 0x7B else { continue }
            let start = bytes.index(after: index)
            let end = end(ofBracesAt: start)
            index = end.next
            guard let close = end.close, Reference(piece.text[start..<close], dialect: .union) == nil else {
                continue
            }
            return open..<index
        }
        index = piece.text.endIndex
        return nil
    }

    /// Returns the first `}}` of a line, and the index to go on from: past it, or at the end of a line that has none.
    private func end(ofBracesAt start: String.Index) -> (close: String.Index?, next: String.Index) {
        let bytes = piece.text.utf8
        var index = start
        while index < bytes.endIndex, bytes[index] != 0x0A {
            let next = bytes.index(after: index)
            if bytes[index] == 0x7D, next < bytes.endIndex, bytes[next] == 0x7D {
                return (index, bytes.index(after: next))
            }
            index = next
        }
        return (nil, index)
    }
}

extension HTTPFileParser {
    /// Refuses text in braces that is no name where it would become part of a URL or a header, and warns of it in a body, which
    /// may be a template of another program.
    func lintBraces(of request: inout SavedRequest.Content) {
        for piece in request.headTexts {
            var braces = BraceText(piece)
            while let text = braces.next() {
                request.diagnostics.append(Diagnostic(ofBraces: text))
            }
        }
        var first: Template.Piece?
        var others = 0
        for case .text(let piece) in request.body.parts.lazy.map(\.content) where piece.text.holdsReference {
            var braces = BraceText(piece)
            while let text = braces.next() {
                if first == nil { first = text } else { others += 1 }
            }
        }
        guard let first else { return }
        let more =
            others == 0 ? "" : others == 1 ? ", and 1 more of this body" : ", and \(others) more of this body"
        request.diagnostics.add(
            .warning, line: first.line, column: first.column,
            "“\(first.text.firstCharacters)” is sent as it is written\(more): it is not the name of a variable.",
            expected: Diagnostic.escapedBraces)
    }
}

extension Diagnostic {
    fileprivate static let escapedBraces = "\\{\\{ and \\}\\} around text that is meant as it is"

    /// Says that text in braces is no name.
    init(ofBraces text: Template.Piece) {
        self.init(
            .error, line: text.line, column: text.column,
            "“\(text.text.firstCharacters)” is not the name of a variable: expressions are not evaluated.",
            expected: Self.escapedBraces)
    }
}

extension SavedRequest.Content {
    /// The texts of the request line and the header lines.
    fileprivate var headTexts: [Template.Piece] {
        (method?.pieces ?? []) + target.pieces
            + headers.flatMap { header in
                switch header {
                case .field(let name, let value): [name, value]
                case .line(let piece): [piece]
                }
            }
    }
}

extension String {
    /// The text, or its beginning where it is long.
    fileprivate var firstCharacters: String { count > 60 ? prefix(59) + "…" : self }
}
