import InspectorCanvas

/// A line of a comparison and its change.
package struct ComparedLine: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case same, removed, added
        /// JSON: the value at a path has changed.
        case changed(from: String, to: String)
        /// JSON: the item has moved within its array.
        case moved(from: Int)
        /// This number of equal lines is omitted here.
        case gap(Int)
    }

    /// One of the two sides of a comparison.
    package enum Side: Sendable { case left, right }

    package var kind: Kind
    /// The line, or the path of a changed or moved value.
    package var text: String

    package init(_ kind: Kind = .same, _ text: String = "") {
        self.kind = kind
        self.text = text
    }

    package var isDifference: Bool {
        switch kind {
        case .same, .gap: false
        case .removed, .added, .changed, .moved: true
        }
    }

    /// Returns the line with each text cut to `limit` bytes.
    package func cut(to limit: Int) -> ComparedLine {
        func cut(_ text: String) -> String {
            text.utf8.count > limit ? String(decoding: text.utf8.prefix(limit), as: UTF8.self) : text
        }
        var line = self
        line.text = cut(text)
        if case .changed(let from, let to) = kind { line.kind = .changed(from: cut(from), to: cut(to)) }
        return line
    }

    /// The line after its sign, which identifies the kind without colours.
    package var styled: StyledText {
        switch kind {
        case .same, .removed, .added: signed(text)
        case .changed(let from, let to): signed("\(text): \(from) -> \(to)")
        case .moved(let from): signed("\(text): was at [\(from)]")
        case .gap(let count): StyledText("  ... \(untrusted: count.grouped) the same", .muted)
        }
    }

    /// Returns the line for one of two columns, or `nil` if that side has no such line.
    package func styled(_ side: Side) -> StyledText? {
        switch (kind, side) {
        case (.removed, .right), (.added, .left): nil
        case (.changed(let from, _), .left): signed("\(text): \(from)")
        case (.changed(_, let to), .right): signed("\(text): \(to)")
        case (.moved(let from), .left):
            signed("\(text[..<(text.unicodeScalars.lastIndex(of: "[") ?? text.endIndex)])[\(from)]")
        case (.moved, .right), (.same, _), (.removed, _), (.added, _): signed(text)
        case (.gap, _): styled
        }
    }

    private func signed(_ text: String) -> StyledText {
        let (sign, style): (DisplayText, Style) =
            switch kind {
            case .same, .gap: ("  ", .plain)
            case .removed: ("- ", .bad)
            case .added: ("+ ", .good)
            case .changed: ("~ ", .warn)
            case .moved: ("> ", .info)
            }
        return StyledText(sign, style) + StyledText(DisplayText(untrusted: text), style)
    }
}

extension [ComparedLine] {
    /// Returns the differences with `count` lines around each.
    ///
    /// A gap counts the lines between.
    package func changes(around count: Int) -> [ComparedLine] {
        guard contains(where: \.isDifference) else { return [] }
        return folded(around: count).flatMap { run in
            run.isFolded ? [ComparedLine(.gap(run.lines.count))] : Array(self[run.lines])
        }
    }

    /// Returns all lines in runs.
    ///
    /// A run of two or more equal lines, all more than `count` lines from a difference, is folded.
    package func folded(around count: Int) -> [(lines: Range<Int>, isFolded: Bool)] {
        var isNear = [Bool](repeating: false, count: self.count)
        for (index, line) in enumerated() where line.isDifference {
            for near in Swift.max(0, index - count)...Swift.min(self.count - 1, index + count) {
                isNear[near] = true
            }
        }
        var runs: [(lines: Range<Int>, isFolded: Bool)] = []
        var start = 0
        while start < self.count {
            let end = isNear[start...].firstIndex { $0 != isNear[start] } ?? self.count
            runs.append((start..<end, !isNear[start] && end - start > 1))
            start = end
        }
        return runs
    }
}
