struct Sanitizer {
    private(set) var glyphs: [Glyph] = []
    /// The number of columns of `glyphs`.
    private(set) var width = 0

    private let columns: Range<Int>
    private let tabWidth: Int
    private var column = 0
    private var base = Base.none

    /// The glyph that the next combining mark joins.
    private enum Base {
        /// None: at the start of a line, or after a tab or an escape.
        case none
        /// The last of `glyphs`.
        case kept
        /// A character outside the requested columns.
        case hidden
    }

    init(columns: Range<Int>, tabWidth: Int) {
        self.columns = columns
        self.tabWidth = max(1, tabWidth)
    }

    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var reader = UTF8Reader(bytes)
        while column < columns.upperBound || base == .kept {
            let plain = plainRun(in: bytes, from: reader.position)
            reader.skip(plain)
            guard let step = reader.next() else { return }
            step.isRepaired ? emit(step.scalar, isEscape: true) : show(step.scalar)
        }
    }

    /// Copies a run of printable ASCII, the most common text.
    ///
    /// Returns the number of bytes read.
    private mutating func plainRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        let limit =
            bytes.count - start > columns.upperBound - column
            ? start + max(0, columns.upperBound - column) : bytes.count
        while end < limit, bytes[end] >= 0x20, bytes[end] < 0x7F { end += 1 }
        guard end > start else { return 0 }
        let hidden = min(end - start, max(0, columns.lowerBound - column))
        let shown = bytes[(start + hidden)..<end]
        if glyphs.isEmpty { glyphs.reserveCapacity(shown.count) }
        for byte in shown { glyphs.append(Glyph(scalar: Unicode.Scalar(byte))) }
        width += end - start - hidden
        column += end - start
        base = shown.isEmpty ? .hidden : .kept
        return end - start
    }

    private mutating func show(_ scalar: Unicode.Scalar) {
        guard scalar != "\t" else { return showTab() }
        switch ScalarClass(scalar) {
        case .narrow: emit(scalar)
        case .wide: emit(scalar, width: 2)
        case .mark: showMark(scalar)
        case .dropped: break
        case .escaped: escape(scalar)
        }
    }

    private mutating func showTab() {
        for _ in 0..<(tabWidth - column % tabWidth) { emit(" ") }
        base = .none
    }

    /// Adds a mark to the character before it.
    ///
    /// A mark without such a character is escaped.
    private mutating func showMark(_ mark: Unicode.Scalar) {
        switch base {
        case .none: escape(mark)
        case .kept: glyphs[glyphs.count - 1].add(mark: mark)
        case .hidden: break
        }
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for piece in Self.escape(for: scalar).unicodeScalars { emit(piece, isEscape: true) }
    }

    /// Returns visible characters for a scalar: `^[`, `<9B>`, `<U+202E>`.
    static func escape(for scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0..<0x20, 0x7F:
            "^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
        case 0x80..<0xA0:
            "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
        default:
            "<U+" + paddedHex(scalar.value) + ">"
        }
    }

    private static func paddedHex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Appends one glyph if it lies within the columns.
    ///
    /// A wide glyph that an edge cuts becomes a blank.
    private mutating func emit(_ scalar: Unicode.Scalar, width: Int = 1, isEscape: Bool = false) {
        let taken = column..<column + width
        let visible = taken.clamped(to: columns)
        column += width
        base = isEscape ? .none : visible.count == width ? .kept : .hidden
        if visible.count == width {
            glyphs.append(Glyph(scalar: scalar, width: UInt8(width), isEscape: isEscape))
        } else if !visible.isEmpty {
            glyphs.append(.blank)
        }
        self.width += visible.count
    }
}
