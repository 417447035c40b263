/// Text as it stands in a document, with its `{{references}}`, and the place it stands at.
public struct Template: Sendable, Hashable {
    /// A run of text that is contiguous in the document.
    public struct Piece: Sendable, Hashable {
        /// The text as written.
        public var text: String
        /// The line it starts in, from 1.
        public var line: Int
        /// The column it starts at, from 1, in Unicode scalars.
        public var column: Int

        /// Creates a piece.
        public init(_ text: String, line: Int, column: Int = 1) {
            self.text = text
            self.line = line
            self.column = column
        }
    }

    /// Nearly always the only run, and then no list is kept for it.
    let first: Piece
    private(set) var others: [Piece] = []

    /// The runs, which are joined without anything between them.
    public var pieces: [Piece] { [first] + others }

    /// Creates a template of one run.
    public init(_ piece: Piece) {
        first = piece
    }

    mutating func append(_ piece: Piece) { others.append(piece) }

    /// The whole text as written.
    public var text: String { others.isEmpty ? first.text : pieces.map(\.text).joined() }

    /// The line it starts in.
    public var line: Int { first.line }

    /// The column it starts at.
    public var column: Int { first.column }
}

extension StringProtocol {
    var holdsReference: Bool {
        var isOpen = false
        for byte in utf8 {
            if byte == 0x7B, isOpen { return true }
            isOpen = byte == 0x7B
        }
        return false
    }
}

/// Tells the places of the parts of a piece, which must be asked for in their order.
struct PieceCursor {
    private let text: String
    private var index: String.Index
    private var line: Int
    private var column: Int

    init(_ piece: Template.Piece) {
        text = piece.text
        index = piece.text.startIndex
        line = piece.line
        column = piece.column
    }

    mutating func position(of target: String.Index) -> (line: Int, column: Int) {
        for byte in text.utf8[index..<target] {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        index = target
        return (line, column)
    }
}
