import ClientEngine
import ClientEngineWireMock
import InspectorCanvas
import InspectorValues

/// The wishes of mocks beside what a request has, where the two differ.
///
/// ```
/// 1 orders-ok
/// ✗ [path] /orders              │ /order  URL does not match
/// ✗ X-Tenant: acme              │ Header is not present
/// ```
/// If there is no room for two columns, the one stands below the other.
struct NearMissLines {
    /// One row of the comparison.
    private struct Row {
        enum Kind { case same, expected, actual, both }

        var kind: Kind
        var expected = ""
        var actual = ""
        var reason: String?
    }

    let glyphs: Glyphs
    let width: Int

    /// Below this width there is one column.
    private static let widthOfColumns = 56
    /// More rows of a body are counted only.
    private static let mostRows = 40
    /// The maximum number of characters of a text that are shown.
    private static let longest = 300

    func lines(_ misses: [NearMiss]) -> [StyledText] {
        misses.enumerated().flatMap { index, miss in
            [title(of: miss, number: index + 1)] + differences(of: miss)
        }
    }

    private func title(of miss: NearMiss, number: Int) -> StyledText {
        var text = StyledText("\(number) \(untrusted: miss.mock.name)", .mock.bold)
        let route = miss.mock.match.text
        if !miss.mock.name.hasPrefix(route) { text.append("  \(untrusted: route)", .muted) }
        return text.truncated(to: width, ellipsis: glyphs.ellipsis)
    }

    private func differences(of miss: NearMiss) -> [StyledText] {
        let lines = miss.lines.filter { $0.reason != nil }
        guard !lines.isEmpty else { return [StyledText("  all of it fits the request", .good)] }
        return lines.flatMap(rows).flatMap(text)
    }

    // MARK: Rows

    private func rows(of line: NearMiss.Line) -> [Row] {
        let isBody = line.expected.contains("\n") || line.actual.contains("\n")
        guard isBody else {
            return [
                Row(kind: .both, expected: line.expected, actual: line.actual, reason: line.reason)
            ]
        }
        return bodyRows(of: line)
    }

    /// The lines of two bodies, those that agree beside each other.
    private func bodyRows(of line: NearMiss.Line) -> [Row] {
        var expected = line.expected
        var rows: [Row] = []
        // The first line names the matcher, the others are what it wants.
        if let end = expected.firstIndex(of: "\n"), expected.hasPrefix("["), expected[..<end].hasSuffix("]") {
            rows.append(Row(kind: .both, expected: String(expected[..<end]), reason: line.reason))
            expected = String(expected[expected.index(after: end)...])
        }
        let comparison = TextComparison(Self.comparable(expected), Self.comparable(line.actual))
        rows += Self.paired(comparison.lines)
        let left = rows.count - Self.mostRows
        guard left > 0 else { return rows }
        return Array(rows.prefix(Self.mostRows)) + [Row(kind: .same, expected: "\(left.of("more line"))")]
    }

    /// Without the commas between members: the last one has none, which makes no difference.
    private static func comparable(_ text: String) -> String {
        text.prefix(longest * mostRows).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.joined(separator: "\n")
    }

    /// Returns the lines with what goes and what comes in its place beside each other.
    private static func paired(_ lines: [ComparedLine]) -> [Row] {
        var rows: [Row] = []
        var open = 0
        for line in lines {
            switch line.kind {
            case .same, .changed, .moved, .gap:
                rows.append(Row(kind: .same, expected: line.text, actual: line.text))
                open = rows.count
            case .removed:
                rows.append(Row(kind: .expected, expected: line.text))
            case .added:
                if open < rows.count {
                    rows[open].actual = line.text
                    rows[open].kind = .both
                } else {
                    rows.append(Row(kind: .actual, actual: line.text))
                }
                open += 1
            }
        }
        return rows
    }

    // MARK: Text

    private func text(of row: Row) -> [StyledText] {
        width >= Self.widthOfColumns ? columns(row) : stacked(row)
    }

    /// Returns the wish in the left half, and the fact in the right one.
    private func columns(_ row: Row) -> [StyledText] {
        let column = (width - 5) / 2
        let left = StyledText(shown(row.expected), expectedStyle(row)).folded(to: column, indent: 2)
        let right = actual(row).folded(to: column, indent: 2)
        return (0..<max(left.count, right.count)).map { index in
            let start = StyledText(index == 0 ? mark(row) : "  ", markStyle(row))
            let expected = index < left.count ? left[index] : StyledText()
            let middle = StyledText(" \(glyphs.vertical) ", .border)
            return start + expected.padded(to: column) + middle
                + (index < right.count ? right[index] : StyledText())
        }
    }

    /// Returns the wish above the fact.
    private func stacked(_ row: Row) -> [StyledText] {
        if row.kind == .same { return [StyledText("  \(shown(row.expected))", .muted)] }
        var lines: [StyledText] = []
        if row.kind != .actual {
            lines.append(
                StyledText(mark(row), markStyle(row)) + StyledText(shown(row.expected), expectedStyle(row)))
        }
        if !row.actual.isEmpty || row.reason != nil {
            let start: DisplayText = row.kind == .actual ? mark(row) : "  "
            lines.append(StyledText(start, markStyle(row)) + actual(row))
        }
        return lines.flatMap { $0.folded(to: width, indent: 4) }
    }

    private func actual(_ row: Row) -> StyledText {
        var text = StyledText(shown(row.actual), row.kind == .same ? .muted : .bad)
        if let reason = row.reason {
            text.append(row.actual.isEmpty ? "" : "  ")
            text.append(DisplayText(untrusted: reason), .warn)
        }
        return text
    }

    private func shown(_ text: String) -> DisplayText {
        DisplayText(untrusted: String(text.prefix(Self.longest)))
    }

    private func expectedStyle(_ row: Row) -> Style { row.kind == .same ? .muted : .good }

    private func mark(_ row: Row) -> DisplayText {
        switch row.kind {
        case .same: "  "
        case .expected, .both: "\(glyphs.failed) "
        case .actual: "+ "
        }
    }

    private func markStyle(_ row: Row) -> Style { row.kind == .actual ? .muted : .bad.bold }
}
