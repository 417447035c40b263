package enum Alignment: Hashable, Sendable {
    case left
    case center
    case right

    func padding(for room: Int) -> (left: Int, right: Int) {
        let room = max(0, room)
        return switch self {
        case .left: (0, room)
        case .center: (room / 2, room - room / 2)
        case .right: (room, 0)
        }
    }
}

extension DisplayText {
    /// Returns the leftmost columns, without a wide character that the edge cuts in half.
    package func prefix(columns: Int) -> DisplayText {
        guard columns < width else { return self }
        guard width != glyphs.count else {
            return DisplayText(glyphs: Array(glyphs.prefix(max(0, columns))), width: max(0, columns))
        }
        var used = 0
        let kept = glyphs.prefix { glyph in
            guard used + Int(glyph.width) <= columns else { return false }
            used += Int(glyph.width)
            return true
        }
        return DisplayText(glyphs: Array(kept), width: used)
    }

    /// Returns the rightmost columns, without a wide character that the edge cuts in half.
    package func suffix(columns: Int) -> DisplayText {
        guard columns < width else { return self }
        var used = 0
        var start = glyphs.endIndex
        while start > 0, used + Int(glyphs[start - 1].width) <= columns {
            start -= 1
            used += Int(glyphs[start].width)
        }
        return DisplayText(glyphs: Array(glyphs[start...]), width: used)
    }

    /// Returns the text after the first `columns` columns, for sideways scrolling.
    ///
    /// Half a wide character becomes a blank.
    package func dropping(columns: Int) -> DisplayText {
        let rest = suffix(columns: width - max(0, columns))
        return .blanks(max(0, width - max(0, columns)) - rest.width) + rest
    }

    /// Returns at most `width` columns, ending with `ellipsis` if text was cut off.
    package func truncated(to width: Int, ellipsis: DisplayText = "…") -> DisplayText {
        guard self.width > width else { return self }
        return prefix(columns: max(0, width - ellipsis.width)) + ellipsis.prefix(columns: width)
    }

    /// Returns the text padded with blanks to `width` columns.
    ///
    /// A longer text is returned unchanged.
    package func padded(to width: Int, alignment: Alignment = .left) -> DisplayText {
        guard self.width < width else { return self }
        let (left, right) = alignment.padding(for: width - self.width)
        var padded = DisplayText(glyphs: [], width: width)
        padded.glyphs.reserveCapacity(left + glyphs.count + right)
        padded.glyphs.append(contentsOf: repeatElement(.blank, count: left))
        padded.glyphs.append(contentsOf: glyphs)
        padded.glyphs.append(contentsOf: repeatElement(.blank, count: right))
        return padded
    }

    mutating func appendBlanks(_ count: Int) {
        glyphs.append(contentsOf: repeatElement(.blank, count: max(0, count)))
        width += max(0, count)
    }

    /// Appends text from outside, sanitised.
    mutating func append(untrusted string: String) {
        var string = string
        let isPlain = string.withUTF8 { bytes in
            guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return false }
            glyphs.append(contentsOf: bytes.lazy.map { Glyph(scalar: Unicode.Scalar($0)) })
            width += bytes.count
            return true
        }
        if !isPlain { self += DisplayText(untrusted: string.utf8) }
    }

    /// Returns the number of columns that a text occupies.
    package static func width(untrusted string: String) -> Int {
        let isPlain = string.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        }
        return isPlain == true ? string.utf8.count : DisplayText(untrusted: string).width
    }

    /// Returns exactly `width` columns: truncated or padded, as a table cell needs it.
    package func fitted(
        to width: Int, alignment: Alignment = .left, ellipsis: DisplayText = "…"
    ) -> DisplayText {
        truncated(to: width, ellipsis: ellipsis).padded(to: width, alignment: alignment)
    }

    /// Returns the number of bytes of a line that fit into `columns` columns, at least one character.
    ///
    /// Combining marks stay with the character before them.
    package static func prefixLength(
        of bytes: UnsafeBufferPointer<UInt8>, columns: Int, tabWidth: Int = 8
    ) -> Int {
        var end = 0
        while end < min(columns, bytes.count), (0x20..<0x7F).contains(bytes[end]) { end += 1 }
        var reader = UTF8Reader(bytes)
        reader.skip(end)
        var column = end
        while let step = reader.next(), step.scalar != "\n" {
            let width = step.isRepaired ? 1 : step.scalar.columns(at: column, tabWidth: tabWidth)
            if width > 0, column + width > columns, end > 0 { return end }
            column += width
            end = reader.position
        }
        return end
    }
}

extension Unicode.Scalar {
    /// The number of columns that the scalar occupies if it starts at `column` of a line.
    fileprivate func columns(at column: Int, tabWidth: Int) -> Int {
        if self == "\t" { return tabWidth - column % tabWidth }
        return switch ScalarClass(self) {
        case .narrow: 1
        case .wide: 2
        case .mark, .dropped: 0
        case .escaped: Sanitizer.escape(for: self).unicodeScalars.count
        }
    }
}

extension DisplayText {
    /// Breaks untrusted text into lines of at most `width` columns, between words.
    ///
    /// A word longer than a line is cut.
    package static func words(of sentence: String, wrappedTo width: Int) -> [DisplayText] {
        var lines: [DisplayText] = [DisplayText()]
        for word in sentence.utf8.split(separator: 0x20) {
            let text = DisplayText(untrusted: word)
            let line = lines[lines.count - 1]
            if line.isEmpty || line.width + 1 + text.width <= width {
                lines[lines.count - 1] += (line.isEmpty ? "" : " ") + text
            } else {
                lines.append(text)
            }
        }
        return lines.flatMap { $0.wrapped(to: width) }
    }
}
