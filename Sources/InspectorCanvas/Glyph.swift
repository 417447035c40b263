/// One sanitised character of a `DisplayText`: it fills `width` columns and holds nothing a terminal would obey.
///
/// Only the sanitiser makes glyphs, so none holds a control, format, surrogate, private or unassigned scalar.
public struct Glyph: Hashable, Sendable {
    /// Holds the base character.
    public let scalar: Unicode.Scalar
    /// Holds the first combining mark, or U+0000 for none.
    public private(set) var firstMark: Unicode.Scalar = "\0"
    /// Holds the second combining mark, or U+0000 for none.
    public private(set) var secondMark: Unicode.Scalar = "\0"
    /// Counts columns: 1 or 2.
    public let width: UInt8
    /// Tells that this is part of an escape such as `^[` that stands for something else.
    public let isEscape: Bool

    /// Shows nothing in one column.
    static let blank = Glyph(scalar: " ")

    /// Stands for a character that cannot be shown.
    static let unknown = Glyph(scalar: "?", isEscape: true)

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
