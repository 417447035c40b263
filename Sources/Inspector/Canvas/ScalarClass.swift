/// Classifies Unicode scalars by how the screen shows them.
///
/// The raw values match `scripts/width-table`.
enum ScalarClass: UInt32 {
    case narrow
    case wide
    /// Drawn over the character before it (Mn, Me).
    case mark
    /// Changes only the look of the character before it (variation selectors, skin tones); not shown.
    case dropped
    /// Invisible, obeyed, reordering, private or unassigned; shown as an escape.
    case escaped

    /// Looks up a scalar in the generated table.
    init(_ scalar: Unicode.Scalar) {
        let table = WidthTable.boundaries
        let wanted = scalar.value << 3 | 7
        var low = 0
        var high = table.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if table[middle] <= wanted { low = middle } else { high = middle }
        }
        self = ScalarClass(rawValue: table[low] & 7) ?? .escaped
    }
}
