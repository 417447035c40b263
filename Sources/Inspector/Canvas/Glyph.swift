/// One sanitised character of a `DisplayText`, `width` columns wide.
///
/// It contains nothing that a terminal would obey. Only the sanitiser makes glyphs, so none holds a control,
/// format, surrogate, private or unassigned scalar.
package struct Glyph: Hashable, Sendable {
    package let scalar: Unicode.Scalar
    /// The first combining mark, or U+0000 for none.
    package private(set) var firstMark: Unicode.Scalar = "\0"
    /// The second combining mark, or U+0000 for none.
    package private(set) var secondMark: Unicode.Scalar = "\0"
    /// The number of columns: 1 or 2.
    package let width: UInt8
    /// Indicates whether the glyph is part of an escape such as `^[`.
    package let isEscape: Bool

    /// One blank column.
    static let blank = Glyph(scalar: " ")

    /// The substitute for a character that cannot be shown.
    static let unknown = Glyph(scalar: "?", isEscape: true)

    /// Indicates whether the glyph is one byte in UTF-8.
    var isASCII: Bool { scalar.isASCII && firstMark == "\0" }

    init(scalar: Unicode.Scalar, width: UInt8 = 1, isEscape: Bool = false) {
        self.scalar = scalar
        self.width = width
        self.isEscape = isEscape
    }

    /// Adds a combining mark.
    ///
    /// A glyph keeps two marks and drops further ones, which terminals draw as a smear.
    mutating func add(mark: Unicode.Scalar) {
        if firstMark == "\0" {
            firstMark = mark
        } else if secondMark == "\0" {
            secondMark = mark
        }
    }
}
