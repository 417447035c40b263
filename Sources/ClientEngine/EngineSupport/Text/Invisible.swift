extension Unicode.Scalar {
    /// Indicates whether nothing of it is seen, or something else moves: controls beyond C0, direction marks, signs
    /// without a width, separators, tags.
    ///
    /// Text that a program or a person acts on must not hold any as they are: what is read would not be what is meant.
    public var isInvisible: Bool {
        if value < 0x7F { return false }
        return value <= 0xFFFF ? Self.invisible[Int(value)] : isUnseen
    }

    /// The answers for the basic plane: properties of scalars are slow to ask for.
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
