/// Text that is safe to show.
///
/// Characters reach a frame only as display text.
///
/// The initialisers replace every character that a terminal would obey or hide by visible, marked text. ESC becomes
/// `^[`, U+009B becomes `<9B>`, U+202E becomes `<U+202E>`. Text from outside needs `init(untrusted:)`. Literals and
/// interpolated numbers need no label; they pass the same filter.
package struct DisplayText: Hashable, Sendable {
    package internal(set) var glyphs: [Glyph]
    package internal(set) var width: Int

    package init() {
        self.init(glyphs: [], width: 0)
    }

    /// Sanitises UTF-8 bytes as one line: a newline shows as `^J`, a broken sequence as U+FFFD.
    ///
    /// A tab moves to the next multiple of `tabWidth` columns.
    package init(untrusted bytes: some Sequence<UInt8>, tabWidth: Int = 8) {
        self.init(untrusted: bytes, columns: 0..<Int.max, tabWidth: tabWidth)
    }

    package init(untrusted string: String) {
        self.init()
        append(untrusted: string)
    }

    package init(untrusted string: some StringProtocol, tabWidth: Int = 8) {
        self.init(untrusted: string.utf8, tabWidth: tabWidth)
    }

    /// Sanitises only the given columns of a line.
    ///
    /// A view that scrolls sideways over a very long line uses this. The bytes before the range are read but not
    /// kept. The bytes after it are not read.
    package init(untrusted bytes: some Sequence<UInt8>, columns: Range<Int>, tabWidth: Int = 8) {
        var sanitizer = Sanitizer(columns: columns, tabWidth: tabWidth)
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { sanitizer.read($0) }
        if isContiguous == nil {
            Array(bytes).withUnsafeBufferPointer { sanitizer.read($0) }
        }
        self.init(glyphs: sanitizer.glyphs, width: sanitizer.width)
    }

    init(glyphs: [Glyph], width: Int) {
        self.glyphs = glyphs
        self.width = width
    }

    package var isEmpty: Bool { glyphs.isEmpty }

    /// Indicates whether anything had to be escaped.
    package var hasEscapes: Bool { glyphs.contains { $0.isEscape } }

    package static func blanks(_ count: Int) -> DisplayText {
        let count = max(0, count)
        return DisplayText(glyphs: Array(repeating: .blank, count: count), width: count)
    }

    /// Returns `count` copies of a text, for example for a rule or a bar.
    package static func repeating(_ text: DisplayText, count: Int) -> DisplayText {
        let count = max(0, count)
        let glyphs = Array(repeatElement(text.glyphs, count: count).joined())
        return DisplayText(glyphs: glyphs, width: text.width * count)
    }

    package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        DisplayText(glyphs: left.glyphs + right.glyphs, width: left.width + right.width)
    }

    package static func += (left: inout DisplayText, right: DisplayText) {
        guard left.glyphs.capacity > 0 else { return left = right }
        left.append(right.glyphs[...], width: right.width)
    }

    mutating func append(_ glyphs: ArraySlice<Glyph>, width: Int) {
        self.glyphs += glyphs
        self.width += width
    }

    /// The text as the screen shows it, safe to print.
    package var string: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(glyphs.count)
        bytes.append(self)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sanitises text of several lines.
    ///
    /// LF and CRLF end a line, and a final line break adds no empty line.
    package static func lines(untrusted bytes: some Sequence<UInt8>, tabWidth: Int = 8) -> [DisplayText] {
        var lines = Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            DisplayText(untrusted: line.last == 0x0D ? line.dropLast() : line, tabWidth: tabWidth)
        }
    }

    /// Cuts the text into pieces of at most `columns` columns.
    ///
    /// Returns at least one piece.
    package func wrapped(to columns: Int) -> [DisplayText] {
        guard columns > 0, width > columns else { return [self] }
        var pieces: [DisplayText] = []
        var piece: [Glyph] = []
        var used = 0
        for glyph in glyphs {
            if used + Int(glyph.width) > columns, !piece.isEmpty {
                pieces.append(DisplayText(glyphs: piece, width: used))
                piece.removeAll(keepingCapacity: true)
                used = 0
            }
            piece.append(glyph)
            used += Int(glyph.width)
        }
        return pieces + [DisplayText(glyphs: piece, width: used)]
    }
}

extension [UInt8] {
    /// Appends a text in UTF-8.
    package mutating func append(_ text: DisplayText) {
        for glyph in text.glyphs {
            if glyph.isASCII {
                append(UInt8(truncatingIfNeeded: glyph.scalar.value))
            } else {
                append(glyph)
            }
        }
    }

    private mutating func append(_ glyph: Glyph) {
        append(glyph.scalar)
        if glyph.firstMark != "\0" { append(glyph.firstMark) }
        if glyph.secondMark != "\0" { append(glyph.secondMark) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
