/// One sanitised character of a `DisplayText`: it fills `width` columns and holds nothing a terminal would obey.
///
/// Only the sanitiser makes glyphs, so none holds a control, format, surrogate, private or unassigned scalar.
package struct Glyph: Hashable, Sendable {
    package let scalar: Unicode.Scalar
    /// The first combining mark, or U+0000 for none.
    package private(set) var firstMark: Unicode.Scalar = "\0"
    /// The second combining mark, or U+0000 for none.
    package private(set) var secondMark: Unicode.Scalar = "\0"
    /// The number of columns: 1 or 2.
    package let width: UInt8
    /// Indicates whether it is a part of an escape such as `^[` that stands for something else.
    package let isEscape: Bool

    /// Shows nothing in one column.
    static let blank = Glyph(scalar: " ")

    /// Stands for a character that cannot be shown.
    static let unknown = Glyph(scalar: "?", isEscape: true)

    /// Indicates whether it is one byte in UTF-8.
    var isASCII: Bool { scalar.isASCII && firstMark == "\0" }

    init(scalar: Unicode.Scalar, width: UInt8 = 1, isEscape: Bool = false) {
        self.scalar = scalar
        self.width = width
        self.isEscape = isEscape
    }

    /// Stores up to two combining marks; a terminal shows more only as a smear, so the rest is dropped.
    mutating func add(mark: Unicode.Scalar) {
        if firstMark == "\0" {
            firstMark = mark
        } else if secondMark == "\0" {
            secondMark = mark
        }
    }
}
