extension Unicode.Scalar {
    /// Indicates whether the scalar is invisible or moves other text: controls other than those of ASCII,
    /// direction marks, zero-width characters, separators, tags.
    ///
    /// A text that a program or a person acts on must not contain such scalars unescaped. Otherwise a reader
    /// sees another text than the program reads.
    public var isInvisible: Bool {
        if value < 0x7F { return false }
        return value <= 0xFFFF ? Self.invisible[Int(value)] : isUnseen
    }

    /// The values for the basic multilingual plane.
    ///
    /// A table is faster than the properties of scalars.
    private static let invisible: [Bool] = (0...0xFFFF as ClosedRange<UInt32>).map { value in
        Unicode.Scalar(value)?.isUnseen ?? false
    }

    private var isUnseen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
