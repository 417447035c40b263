/// The written text of a form, without the blanks and line ends that only lay it out.
///
///     email = ada@h.test &
///     password = x            email=ada@h.test&password=x
///
/// Blanks count for nothing beside `&`, beside the first `=` of a field, and at both ends. A line end counts for nothing beside
/// `&`. References are never looked into.
struct FormText {
    private enum Mark { case start, text, equals, ampersand }

    private let piece: Template.Piece
    private var parts: [(range: Range<String.Index>, isSent: Bool)] = []
    private var last = Mark.start
    /// The blanks and line ends since `last`.
    private var gap: Range<String.Index>
    private var fieldHasValue = false

    private init(_ piece: Template.Piece) {
        self.piece = piece
        gap = piece.text.startIndex..<piece.text.startIndex
        read()
    }

    /// Returns the pieces of a text that are sent, in their order.
    static func pieces(of piece: Template.Piece) -> [Template.Piece] {
        var cursor = PieceCursor(piece)
        return FormText(piece).parts.filter(\.isSent).map { part in
            let place = cursor.position(of: part.range.lowerBound)
            return Template.Piece(String(piece.text[part.range]), line: place.line, column: place.column)
        }
    }

    /// Returns what is sent of a text, its references as they are written.
    static func sent(_ text: String) -> String {
        pieces(of: .init(text, line: 1)).map(\.text).joined()
    }

    /// Returns a text all of which is sent: `mark`, which has no value, keeps blanks and line ends from being layout.
    ///
    /// - Returns: nil where nothing has to be kept.
    static func keepingLayout(of text: String, with mark: String) -> String? {
        let parts = FormText(.init(text, line: 1)).parts
        guard parts.contains(where: { !$0.isSent }) else { return nil }
        return parts.map { part in
            part.isSent ? String(text[part.range]) : "\(mark)\(text[part.range])\(mark)"
        }.joined()
    }

    private mutating func read() {
        var scanner = TemplateScanner(piece.text)
        while let token = scanner.next() {
            switch token {
            case .text(let text): read(text)
            case .braces(let inside): keep(markup(around: inside, 2), .text)
            case .escaped(let inside): keep(markup(around: inside, 4), .text)
            }
        }
        closeGap(before: .start)
    }

    private func markup(around inside: Substring, _ marks: Int) -> Range<String.Index> {
        let bytes = piece.text.utf8
        return bytes.index(
            inside.startIndex, offsetBy: -marks)..<bytes.index(inside.endIndex, offsetBy: marks)
    }

    private mutating func read(_ text: Substring) {
        let bytes = text.utf8
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let next = bytes.index(after: index)
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: gap = gap.lowerBound..<next
            case UInt8(ascii: "&"): keep(index..<next, .ampersand)
            case UInt8(ascii: "=") where !fieldHasValue: keep(index..<next, .equals)
            default: keep(index..<next, .text)
            }
            index = next
        }
    }

    private mutating func keep(_ range: Range<String.Index>, _ mark: Mark) {
        closeGap(before: mark)
        append(range, isSent: true)
        switch mark {
        case .ampersand: fieldHasValue = false
        case .equals: fieldHasValue = true
        case .start, .text: break
        }
        last = mark
        gap = range.upperBound..<range.upperBound
    }

    /// Keeps the gap where it is part of a value.
    private mutating func closeGap(before next: Mark) {
        guard !gap.isEmpty else { return }
        let marks = [last, next]
        let isBroken = piece.text.utf8[gap].contains { $0 == 0x0A }
        let isLayout =
            marks.contains(.ampersand) || marks.contains(.start) || (marks.contains(.equals) && !isBroken)
        append(gap, isSent: !isLayout)
    }

    private mutating func append(_ range: Range<String.Index>, isSent: Bool) {
        if let last = parts.indices.last, parts[last].isSent, isSent {
            parts[last].range = parts[last].range.lowerBound..<range.upperBound
        } else {
            parts.append((range, isSent))
        }
    }
}
