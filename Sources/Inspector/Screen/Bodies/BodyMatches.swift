import InspectorCanvas
import InspectorValues

/// The matches of a search in one line of a body.
struct BodyMatches {
    /// Some columns of the line, counted from its start, and the match they belong to.
    struct Stretch {
        var number: Int
        var columns: Range<Int>
    }

    let search: BodySearch
    let line: ArraySlice<UInt8>
    let isHex: Bool

    /// The columns of all matches that begin before a column.
    func columns(before end: Int) -> [Stretch] {
        guard !search.text.isEmpty, !line.isEmpty else { return [] }
        let numbers = search.matches(in: line.startIndex..<line.endIndex)
        return isHex ? numbers.flatMap(hexColumns) : textColumns(of: numbers, before: end)
    }

    private func textColumns(of numbers: Range<Int>, before end: Int) -> [Stretch] {
        var found: [Stretch] = []
        // No column takes more than four bytes, so nothing beyond these can be seen.
        let last = line.startIndex + (end + 16) * 4
        var place = (index: line.startIndex, column: 0)
        for number in numbers {
            let match = search.matches[number].clamped(to: line.startIndex..<line.endIndex)
            guard match.lowerBound < last, place.column < end else { break }
            let start = column(of: match.lowerBound, from: place)
            let stop = column(of: min(match.upperBound, last), from: (match.lowerBound, start))
            found.append(Stretch(number: number, columns: start..<max(start, stop)))
            place = (match.lowerBound, start)
        }
        return found
    }

    /// Counts on from a place before; a tab's width depends on all that stands before it.
    private func column(of index: Int, from place: (index: Int, column: Int)) -> Int {
        let between = line[place.index..<max(place.index, index)]
        if between.contains(0x09) { return DisplayText(untrusted: line[..<index]).width }
        return place.column + DisplayText(untrusted: between).width
    }

    /// The digits and the letters of each byte.
    private func hexColumns(of number: Int) -> [Stretch] {
        let match = search.matches[number].clamped(to: line.startIndex..<line.endIndex)
        return match.flatMap { index in
            let columns = BodyLine.hexColumns(of: index - line.startIndex)
            return [columns.digits, columns.letter].map { Stretch(number: number, columns: $0) }
        }
    }
}

extension Range<Int> {
    /// The part of the columns that is visible behind the first `left` and within a width.
    func moved(left: Int, within width: Int) -> Range<Int> {
        let start = Swift.max(0, Swift.min(lowerBound - left, width))
        return start..<Swift.max(start, Swift.min(upperBound - left, width))
    }
}

extension BodySearch {
    /// The count as it is shown: `3 of 17`, with an ellipsis while there may be more.
    func countText(_ glyphs: Glyphs) -> DisplayText {
        let more: DisplayText = isSearching ? glyphs.ellipsis : isCutOff ? "+" : ""
        if matches.isEmpty { return isSearching ? glyphs.ellipsis : "not found" }
        guard let current else { return "\(matches.count)\(more)" }
        return "\(current + 1) of \(matches.count)\(more)"
    }
}
