extension Glyph {
    /// The character of ASCII that looks most like this one, in as many columns; itself where there is none.
    ///
    /// Punctuation and symbols only: letters of other scripts are content, and have no stand-in.
    var spelledInASCII: Glyph {
        guard width == 1, let lookalike = Self.lookalikes[scalar] else { return self }
        return Glyph(scalar: lookalike, isEscape: isEscape)
    }

    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(ascii: Unicode.Scalar, others: String)] = [
            ("-", "‐‑‒–—―−─╌╴╶"), ("'", "‘’‚′"), ("\"", "“”„«»″"), ("x", "×✗"), ("+", "✓╭╮╰╯├└"), ("~", "…"),
            (".", "·"), ("*", "•●"), (">", "→▸≥▾"), ("<", "←≤"), ("|", "│▏┆"), ("=", "━╸╺╼╾"),
            (" ", "\u{A0}"), ("u", "µ"),
        ]
        return groups.reduce(into: [:]) { table, group in
            for scalar in group.others.unicodeScalars { table[scalar] = group.ascii }
        }
    }()
}

extension DisplayText {
    /// The text in ASCII alone: typographic punctuation and symbols as what looks like them, all else escaped as control
    /// characters are (`<U+06DB>`).
    package var spelledInASCII: DisplayText {
        let spelled = glyphs.flatMap(\.inASCII)
        return DisplayText(glyphs: spelled, width: spelled.count)
    }
}

extension Glyph {
    fileprivate var inASCII: [Glyph] {
        let marks = [firstMark, secondMark].filter { $0 != "\0" }
        if scalar.isASCII, marks.isEmpty { return [self] }
        let spelled = spelledInASCII
        let own =
            spelled.scalar.isASCII ? [Glyph(scalar: spelled.scalar, isEscape: isEscape)] : escaped(scalar)
        return own + marks.flatMap(escaped)
    }

    private func escaped(_ scalar: Unicode.Scalar) -> [Glyph] {
        Sanitizer.escape(for: scalar).unicodeScalars.map { Glyph(scalar: $0, isEscape: true) }
    }
}
