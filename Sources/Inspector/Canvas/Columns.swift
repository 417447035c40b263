/// The columns of a table in a given width.
package struct Columns: Hashable, Sendable {
    package enum Width: Hashable, Sendable {
        case fixed(Int)
        /// At least `minimum` cells, plus an equal share of the spare width.
        case flexible(minimum: Int)

        fileprivate var minimum: Int {
            switch self {
            case .fixed(let width): max(0, width)
            case .flexible(let minimum): max(0, minimum)
            }
        }
    }

    /// The cell range of each column, counted from 0.
    ///
    /// A column without room has an empty range.
    package let ranges: [Range<Int>]

    /// Lays out columns from left to right with `gap` blanks between them.
    ///
    /// If the minimum widths do not fit into `total` cells, columns are dropped from the right.
    package init(_ widths: [Width], in total: Int, gap: Int = 1) {
        let shown = Self.fitting(widths, in: total, gap: gap)
        let used = widths.prefix(shown).reduce(0) { $0 + $1.minimum } + gap * max(0, shown - 1)
        let shares = Self.shares(of: total - used, among: widths.prefix(shown))
        var x = 0
        ranges = widths.indices.map { index in
            guard index < shown else { return total..<total }
            if index > 0 { x += gap }
            defer { x += widths[index].minimum + shares[index] }
            return x..<x + widths[index].minimum + shares[index]
        }
    }

    package subscript(index: Int) -> Range<Int> { ranges[index] }

    private static func fitting(_ widths: [Width], in total: Int, gap: Int) -> Int {
        var used = -gap
        return widths.prefix { width in
            used += gap + width.minimum
            return used <= total
        }.count
    }

    /// Divides the spare cells equally among the flexible columns; the first ones get the remainder.
    private static func shares(of spare: Int, among widths: ArraySlice<Width>) -> [Int] {
        let flexible = widths.indices.filter { if case .flexible = widths[$0] { true } else { false } }
        var shares = Array(repeating: 0, count: widths.count)
        for (rank, index) in flexible.enumerated() {
            shares[index] = spare / flexible.count + (rank < spare % flexible.count ? 1 : 0)
        }
        return shares
    }
}
