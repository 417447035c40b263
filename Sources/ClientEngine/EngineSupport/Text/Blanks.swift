extension Unicode.Scalar {
    /// Indicates whether the scalar is a tab, a space of any width (Unicode's category Zs), or the zero-width space.
    public var isBlank: Bool {
        switch value {
        case 0x09, 0x20, 0xA0, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// Indicates whether the scalar ends a line: CR, LF, VT, FF, NEL, or the line or paragraph separator.
    public var isNewline: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension StringProtocol {
    /// Returns the text without the scalars at both ends for which `isDropped` returns `true`.
    public func trimming(where isDropped: (Unicode.Scalar) -> Bool) -> String {
        let kept = unicodeScalars.drop(while: isDropped)
        let end = kept.lastIndex { !isDropped($0) }.map(kept.index(after:)) ?? kept.startIndex
        return String(self[kept.startIndex..<end])
    }

    /// The text without blanks (``Swift/Unicode/Scalar/isBlank``) at both ends.
    public var trimmed: String { trimming(where: \.isBlank) }

    /// The text without spaces and tabs at both ends (`OWS` of RFC 9110, section 5.6.3).
    public var trimmingOptionalSpace: SubSequence {
        let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
        let end = lastIndex { $0 != " " && $0 != "\t" }.map(index(after:)) ?? start
        return self[start..<Swift.max(start, end)]
    }
}
