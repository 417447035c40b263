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
            ("-", "‐‑‒–—―−─╌"), ("'", "‘’‚′"), ("\"", "“”„«»″"), ("x", "×✗"), ("+", "✓"), ("~", "…"),
            (".", "·"), ("*", "•●"), (">", "→▸≥"), ("<", "←≤"), ("|", "│▏"), (" ", "\u{A0}"), ("u", "µ"),
        ]
        return groups.reduce(into: [:]) { table, group in
            for scalar in group.others.unicodeScalars { table[scalar] = group.ascii }
        }
    }()
}

extension DisplayText {
    /// The text with typographic punctuation and symbols replaced by ASCII, column for column.
    public var spelledInASCII: DisplayText {
        DisplayText(glyphs: glyphs.map(\.spelledInASCII), width: width)
    }
}
