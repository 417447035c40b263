/// The columns of a table in a given width.
package struct Columns: Hashable, Sendable {
    package enum Width: Hashable, Sendable {
        case fixed(Int)
        /// At least so many cells, and an equal share of what is left over.
        case flexible(minimum: Int)

        fileprivate var minimum: Int {
            switch self {
            case .fixed(let width): max(0, width)
            case .flexible(let minimum): max(0, minimum)
            }
        }
    }

    /// The columns from 0; one that found no room is empty.
    package let ranges: [Range<Int>]

    /// Lays out columns from left to right with `gap` blanks between them.
    ///
    /// If the minimum widths do not fit, columns are left out from the right.
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

    /// Divides what is left over among the flexible columns, the first ones getting the odd cells.
    private static func shares(of spare: Int, among widths: ArraySlice<Width>) -> [Int] {
        let flexible = widths.indices.filter { if case .flexible = widths[$0] { true } else { false } }
        var shares = Array(repeating: 0, count: widths.count)
        for (rank, index) in flexible.enumerated() {
            shares[index] = spare / flexible.count + (rank < spare % flexible.count ? 1 : 0)
        }
        return shares
    }
}
