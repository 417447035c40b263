/// Applies the changes between two texts to a third text, which means the same as the first but is written
/// differently.
///
/// ```
/// before ── changes ──▶ after
///   └────── spelling ─▶ text ──▶ changes applied, with the spelling of all other lines
/// ```
package enum LineMerge {
    /// A range of lines of the first text, and the lines that replace it.
    private struct Edit {
        var range: Range<Int>
        var lines: ArraySlice<Substring>

        func overlaps(_ other: Edit) -> Bool {
            range == other.range
                || range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
        }
    }

    /// Applies the line changes from `before` to `after` to `text`.
    ///
    /// If a change overlaps a line that `text` spells differently, the lines of `after` win.
    package static func text(_ text: String, changedFrom before: String, to after: String) -> String {
        let lines = [before, after, text].map { $0.split(at: "\n", omittingEmptySubsequences: false) }
        let changes = edits(from: lines[0], to: lines[1])
        let kept = edits(from: lines[0], to: lines[2]).filter { edit in
            !changes.contains { $0.overlaps(edit) }
        }
        let all = (changes + kept).sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        var merged: [Substring] = []
        var next = 0
        for edit in all {
            merged += lines[0][next..<edit.range.lowerBound] + edit.lines
            next = edit.range.upperBound
        }
        return (merged + lines[0][next...]).joined(separator: "\n")
    }

    private static func edits(from left: [Substring], to right: [Substring]) -> [Edit] {
        var numbering = Numbering<Substring>(capacity: left.count + right.count)
        let numbers = (left.map { numbering.number(of: $0) }, right.map { numbering.number(of: $0) })
        var edits: [Edit] = []
        var (a, b) = (0, 0)
        for pair in Alignment(numbers.0, numbers.1).pairs + [(left.count, right.count)] {
            if a < pair.left || b < pair.right {
                edits.append(Edit(range: a..<pair.left, lines: right[b..<pair.right]))
            }
            (a, b) = (pair.left + 1, pair.right + 1)
        }
        return edits
    }
}
