/// Unicode scalars by ranges and general categories.
struct ScalarSet: Sendable {
    private var ranges: [ClosedRange<Unicode.Scalar>] = []
    private var categories: Set<Unicode.GeneralCategory> = []
    /// Sets that were put into it and turned around.
    private var others: [ScalarSet] = []
    private var isInverted = false

    init() {}

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar...scalar]
    }

    init(_ ranges: [ClosedRange<Unicode.Scalar>]) {
        self.ranges = ranges
    }

    init(categories: Set<Unicode.GeneralCategory>) {
        self.categories = categories
    }

    static let digits = ScalarSet(["0"..."9"])
    static let blanks = ScalarSet(["\t"..."\r", " "..." "])
    static let wordCharacters = ScalarSet(["0"..."9", "A"..."Z", "_"..."_", "a"..."z"])
    static let anyButLineEnds = ScalarSet(["\n"..."\n", "\r"..."\r"]).inverted

    var isEmpty: Bool { ranges.isEmpty && categories.isEmpty && others.isEmpty && !isInverted }

    /// How many things have to be asked to know that a scalar is not in it.
    var partCount: Int { ranges.count + others.count }

    var inverted: ScalarSet {
        var copy = self
        copy.isInverted.toggle()
        return copy
    }

    /// The scalar, if the set was made of exactly one.
    var onlyScalar: Unicode.Scalar? {
        guard !isInverted, categories.isEmpty, others.isEmpty, ranges.count == 1 else { return nil }
        return ranges[0].lowerBound == ranges[0].upperBound ? ranges[0].lowerBound : nil
    }

    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) { ranges.append(range) }

    /// Adds the small letters of ASCII for the capital ones of a range, and the other way round.
    mutating func insertOtherCase(of range: ClosedRange<Unicode.Scalar>) {
        for letters in ["A"..."Z", "a"..."z"] as [ClosedRange<Unicode.Scalar>] where range.overlaps(letters) {
            let part = range.clamped(to: letters)
            insert(part.lowerBound.otherCase...part.upperBound.otherCase)
        }
    }

    mutating func insert(_ set: ScalarSet) { others.append(set) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isListed =
            ranges.contains { $0.contains(scalar) }
            || (!categories.isEmpty && categories.contains(scalar.properties.generalCategory))
            || others.contains { $0.contains(scalar) }
        return isListed != isInverted
    }
}

extension Unicode.Scalar {
    /// The capital letter of a small one of ASCII, and the other way round.
    fileprivate var otherCase: Unicode.Scalar { Unicode.Scalar(UInt8(truncatingIfNeeded: value) ^ 0x20) }
}

extension Unicode.GeneralCategory {
    /// The two-letter names of the Unicode Standard; RFC 9485 leaves out `Cs`, which no scalar is in.
    static let byName: [String: Unicode.GeneralCategory] = [
        "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter, "Lm": .modifierLetter,
        "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark, "Me": .enclosingMark,
        "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation,
        "Pd": .dashPunctuation, "Ps": .openPunctuation, "Pe": .closePunctuation,
        "Pi": .initialPunctuation, "Pf": .finalPunctuation, "Po": .otherPunctuation, "Sm": .mathSymbol,
        "Sc": .currencySymbol, "Sk": .modifierSymbol, "So": .otherSymbol, "Zs": .spaceSeparator,
        "Zl": .lineSeparator, "Zp": .paragraphSeparator, "Cc": .control, "Cf": .format,
        "Co": .privateUse, "Cn": .unassigned,
    ]
}
