extension Glyph {
    /// The ASCII character that looks most like this one and has the same width, or the glyph itself if there is
    /// none.
    ///
    /// The table covers punctuation and symbols only. Letters of other scripts are content and have no substitute.
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
    /// The text in ASCII.
    ///
    /// Typographic punctuation and symbols become lookalikes. All other characters are escaped like control
    /// characters (`<U+06DB>`).
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
