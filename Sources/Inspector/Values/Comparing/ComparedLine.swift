import InspectorCanvas

/// A line of a comparison, and what became of it.
package struct ComparedLine: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case same, removed, added
        /// Of JSON: the value at a path is another one.
        case changed(from: String, to: String)
        /// Of JSON: an item that stands elsewhere in its array now.
        case moved(from: Int)
        /// So many lines that are the same are left out here.
        case gap(Int)
    }

    /// One of the two that are compared.
    package enum Side: Sendable { case left, right }

    package var kind: Kind
    /// The line; of a value that has changed or moved, its path.
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

    /// The line with no more than so many bytes of each text in it.
    package func cut(to limit: Int) -> ComparedLine {
        func cut(_ text: String) -> String {
            text.utf8.count > limit ? String(decoding: text.utf8.prefix(limit), as: UTF8.self) : text
        }
        var line = self
        line.text = cut(text)
        if case .changed(let from, let to) = kind { line.kind = .changed(from: cut(from), to: cut(to)) }
        return line
    }

    /// The line behind its sign, which tells the kind where there are no colours.
    package var styled: StyledText {
        switch kind {
        case .same, .removed, .added: signed(text)
        case .changed(let from, let to): signed("\(text): \(from) -> \(to)")
        case .moved(let from): signed("\(text): was at [\(from)]")
        case .gap(let count): StyledText("  ... \(untrusted: count.grouped) the same", .muted)
        }
    }

    /// The line as one side has it, for two columns; nil where it has none.
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
    /// The differences with so many lines around them; a gap counts the others.
    package func changes(around count: Int) -> [ComparedLine] {
        guard contains(where: \.isDifference) else { return [] }
        return folded(around: count).flatMap { run in
            run.isFolded ? [ComparedLine(.gap(run.lines.count))] : Array(self[run.lines])
        }
    }

    /// All lines in runs; folded are those of at least two lines that are the same and stand further from any difference.
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
