/// One character cell of a frame.
///
/// A wide character fills two cells: the first with width 2, the second with width 0.
package struct Cell: Hashable, Sendable {
    package let scalar: Unicode.Scalar
    /// The first combining mark, or U+0000 for none.
    package let firstMark: Unicode.Scalar
    /// The second combining mark, or U+0000 for none.
    package let secondMark: Unicode.Scalar
    package var style: Style
    /// The number of columns: 1, 2, or 0 for the right half of a wide character.
    package let width: UInt8

    package static let blank = Cell(.blank, style: .plain)

    /// Creates the cell of a glyph.
    ///
    /// Escaped text always has the role `untrusted`.
    init(_ glyph: Glyph, style: Style) {
        scalar = glyph.scalar
        firstMark = glyph.firstMark
        secondMark = glyph.secondMark
        width = glyph.width
        self.style = glyph.isEscape ? Style(.untrusted, style.attributes) : style
    }

    /// Creates a cell for a scalar with two marks, one column wide.
    init(scalar: Unicode.Scalar, marks: (Unicode.Scalar, Unicode.Scalar)) {
        self.scalar = scalar
        (firstMark, secondMark) = marks
        width = 1
        style = .plain
    }

    var spelledInASCII: Cell {
        guard scalar.value >= 0x80, width == 1 else { return self }
        let spelled = Glyph(scalar: scalar).spelledInASCII
        return spelled.scalar == scalar ? self : Cell(spelled, style: style)
    }

    /// The cell in ASCII: a character without a lookalike becomes a question mark per column, in the style of
    /// escapes.
    ///
    /// A longer escape has no room, because the frame is already laid out.
    var inASCII: Cell {
        let spelled = spelledInASCII
        guard !spelled.scalar.isASCII || spelled.firstMark != "\0" else { return spelled }
        return Cell(.unknown, style: style)
    }

    /// Creates the right half of a wide character.
    init(rightHalfIn style: Style) {
        scalar = " "
        firstMark = "\0"
        secondMark = "\0"
        width = 0
        self.style = style
    }
}
