import InspectorCanvas

/// The columns of the list, from left to right.
enum TaskColumn: Int, CaseIterable {
    case glyph, number, start, name, method, path, status, attempts, size, firstByte, total, timeline

    var title: DisplayText {
        switch self {
        case .glyph, .timeline: ""
        case .number: "#"
        case .start: "START"
        case .name: "REQUEST"
        case .method: "METHOD"
        case .path: "PATH"
        case .status: "STATUS"
        case .attempts: "TRY"
        case .size: "SIZE"
        case .firstByte: "TTFB"
        case .total: "TOTAL"
        }
    }

    /// The order of the list that a click on its title asks for.
    var order: TaskOrder.Key? {
        switch self {
        case .number: .number
        case .method: .method
        case .path: .path
        case .status: .status
        case .size: .size
        case .firstByte: .firstByte
        case .total: .total
        case .glyph, .start, .name, .attempts, .timeline: nil
        }
    }

    var alignment: Alignment {
        switch self {
        case .number, .size, .firstByte, .total: .right
        case .glyph, .start, .name, .method, .path, .status, .attempts, .timeline: .left
        }
    }

    /// The smallest width of a list with this column.
    fileprivate var smallestList: Int {
        switch self {
        case .size: 88
        case .firstByte: 100
        case .start: 124
        case .name: 136
        case .glyph, .number, .method, .path, .status, .attempts, .total, .timeline: 0
        }
    }

    fileprivate var width: Columns.Width {
        switch self {
        case .glyph: .fixed(2)
        case .number: .fixed(4)
        case .start: .fixed(8)
        case .name: .fixed(24)
        case .method: .fixed(7)
        case .path: .flexible(minimum: 12)
        case .status: .fixed(9)
        case .attempts: .fixed(4)
        case .size: .fixed(6)
        case .firstByte: .fixed(6)
        // Its first cell marks what was slower than usual.
        case .total: .fixed(7)
        case .timeline: .flexible(minimum: 8)
        }
    }
}

/// The columns of the list in a given width.
struct TaskColumns {
    private var ranges: [TaskColumn: Range<Int>] = [:]
    let isNarrow: Bool

    private static let widthForNumbers = 50
    /// The columns of a narrow list: the total is more useful there than the number, and the row shows the attempts anyway.
    private static let narrow: [TaskColumn] = [.glyph, .method, .path, .status, .total]

    /// The widths that the visible rows ask for.
    struct Needs {
        /// The width of the longest path, its host included.
        var path = 0
        var attempts = 0
        var number = 0
        /// The columns whose values are all alike.
        var alike: Set<TaskColumn> = []
    }

    /// Lays the columns out for a list of a width.
    ///
    /// The time axis has its share first, then the path what it needs, and what is left belongs to the axis.
    init(width: Int, _ needs: Needs) {
        isNarrow = width < Self.widthForNumbers
        var shown =
            isNarrow
            ? Self.narrow : TaskColumn.allCases.filter { width >= $0.smallestList }
        func fixed(_ column: TaskColumn) -> Int {
            switch column.width {
            case .fixed(let width):
                switch column {
                case .attempts: min(9, max(width, needs.attempts))
                // The numbers of the history have more digits.
                case .number: max(width, needs.number)
                default: width
                }
            case .flexible: 0
            }
        }
        func room() -> Int { width - shown.reduce(0) { $0 + fixed($1) } - (shown.count - 1) }
        // In steps, so that the columns do not move with every row.
        let path = (needs.path + 7) / 8 * 8
        let axis = isNarrow ? 0 : Self.axisWidth(in: width)
        if !isNarrow {
            for column in Self.givingWay(needs.alike) where shown.contains(column.column) {
                if room() < axis + max(Self.smallestPath, min(column.forPath, path)) {
                    shown.removeAll { $0 == column.column }
                }
            }
        }
        let widths = shown.map { column -> Columns.Width in
            switch column {
            case .path where isNarrow: .flexible(minimum: Self.smallestPath)
            case .path: .fixed(max(Self.smallestPath, min(max(16, path), room() - axis)))
            case .timeline: .flexible(minimum: 8)
            default: .fixed(fixed(column))
            }
        }
        let columns = Columns(widths, in: width)
        for (index, column) in shown.enumerated() { ranges[column] = columns[index] }
    }

    private static let smallestPath = 12

    /// The least width of the time axis: 30 % of a small list, 35 % of one beside a tree, and more of a large one.
    private static func axisWidth(in width: Int) -> Int {
        switch width {
        case ..<83: (width * 30 + 99) / 100
        case ..<100: (width * 35 + 99) / 100
        default: 35 + (width - 99) * 2 / 3
        }
    }

    /// The columns that give way to the time axis, the first ones first, each as long as the path has less than a width.
    private static func givingWay(_ alike: Set<TaskColumn>) -> [(column: TaskColumn, forPath: Int)] {
        let columns: [(TaskColumn, Int)] = [
            (.name, 24), (.attempts, 24), (.firstByte, 24), (.start, 24), (.method, 0), (.size, 0),
        ]
        let kept: Set<TaskColumn> = alike.contains(.method) ? [.attempts] : [.attempts, .method]
        return columns.filter { alike.contains($0.0) }
            + columns.filter { !alike.contains($0.0) && !kept.contains($0.0) }
    }

    /// The range of a column; empty where it has no room.
    subscript(column: TaskColumn) -> Range<Int> { ranges[column] ?? 0..<0 }
}
