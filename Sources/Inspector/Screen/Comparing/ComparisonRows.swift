import InspectorValues

/// The rows of a comparison: what is the same is folded away, and two columns have what goes beside what comes.
struct ComparisonRows: Equatable, Sendable {
    enum Row: Equatable, Sendable {
        /// The title of a part.
        case part(Int)
        /// Lines of a part, beside each other; in one column both are the same.
        case line(part: Int, left: Int?, right: Int?, run: Run?)
        /// Lines that are the same, folded away.
        case folded(Run)
        case times
        case time(Int)
    }

    /// Lines that are the same and can be folded.
    struct Run: Hashable, Sendable {
        var part: Int
        var lines: Range<Int>
    }

    let comparison: CallComparison
    private(set) var unfolded: Set<Run> = []
    let hasColumns: Bool
    private(set) var rows: [Row] = []
    /// The rows in which differences begin.
    private(set) var differences: [Int] = []

    init(_ comparison: CallComparison, unfolded: Set<Run> = [], hasColumns: Bool) {
        (self.comparison, self.unfolded, self.hasColumns) = (comparison, unfolded, hasColumns)
        for part in comparison.sections.indices { add(part) }
        rows.append(.times)
        rows += comparison.times.indices.map { .time($0) }
        differences = rows.indices.filter(beginsDifference)
    }

    func line(_ part: Int, _ index: Int) -> ComparedLine { comparison.sections[part].lines[index] }

    /// All that can be folded.
    var runs: Set<Run> {
        Set(
            comparison.sections.indices.flatMap { part in
                runs(of: part).filter(\.isFolded).map { Run(part: part, lines: $0.lines) }
            })
    }

    /// Returns what can be unfolded, or folded again, in a row.
    func run(at index: Int) -> Run? {
        guard rows.indices.contains(index) else { return nil }
        switch rows[index] {
        case .folded(let run): return run
        case .line(_, _, _, let run): return run
        case .part(let part):
            let section = comparison.sections[part]
            return section.isSame ? Run(part: part, lines: section.lines.indices) : nil
        case .times, .time: return nil
        }
    }

    // MARK: Making

    /// The lines of a part in runs; a part without differences is one run, whose title stands for it.
    private func runs(of part: Int) -> [(lines: Range<Int>, isFolded: Bool)] {
        let section = comparison.sections[part]
        return section.isSame
            ? [(section.lines.indices, true)] : section.runs
    }

    private mutating func add(_ part: Int) {
        rows.append(.part(part))
        for (lines, isFolded) in runs(of: part) {
            let run = isFolded ? Run(part: part, lines: lines) : nil
            if let run, !unfolded.contains(run) {
                if !comparison.sections[part].isSame { rows.append(.folded(run)) }
            } else {
                add(lines, of: part, run)
            }
        }
    }

    private mutating func add(_ lines: Range<Int>, of part: Int, _ run: Run?) {
        let isPaired = hasColumns && comparison.sections[part].isText
        var open = rows.count
        for index in lines {
            switch line(part, index).kind {
            case .removed where isPaired:
                rows.append(.line(part: part, left: index, right: nil, run: run))
            case .added where isPaired:
                if open < rows.count, case .line(_, let left, _, _) = rows[open] {
                    rows[open] = .line(part: part, left: left, right: index, run: run)
                } else {
                    rows.append(.line(part: part, left: nil, right: index, run: run))
                }
                open += 1
            case .same, .removed, .added, .changed, .moved, .gap:
                rows.append(.line(part: part, left: index, right: index, run: run))
                open = rows.count
            }
        }
    }

    // MARK: Differences

    /// In a text what goes and what comes in its place are one difference; a time is one where it is told in words.
    private func beginsDifference(_ index: Int) -> Bool {
        if case .time(let time) = rows[index] { return comparison.times[time].words != nil }
        guard isDifference(index) else { return false }
        return index == 0 || !isDifference(index - 1) || !isText(index)
    }

    private func lines(at index: Int) -> [ComparedLine] {
        guard case .line(let part, let left, let right, _) = rows[index] else { return [] }
        return [left, right].compactMap { $0.map { line(part, $0) } }
    }

    private func isDifference(_ index: Int) -> Bool { lines(at: index).contains(where: \.isDifference) }

    private func isText(_ index: Int) -> Bool {
        guard case .line(let part, _, _, _) = rows[index] else { return false }
        return comparison.sections[part].isText
    }
}
