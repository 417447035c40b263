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
        case .total: .fixed(6)
        case .timeline: .flexible(minimum: 8)
        }
    }
}

/// The columns of the list in a given width.
struct TaskColumns {
    private var ranges: [TaskColumn: Range<Int>] = [:]
    let isNarrow: Bool

    private static let widthForNumbers = 50
    /// The columns of a narrow list: the time is worth more there than number and attempts, which the row tells anyway.
    private static let narrow: [TaskColumn] = [.glyph, .method, .path, .status, .total]

    /// Lays the columns out; what the longest path does not need belongs to the time line.
    init(width: Int, longestPath: Int, longestTry: Int, longestNumber: Int = 0) {
        isNarrow = width < Self.widthForNumbers
        let shown =
            isNarrow
            ? Self.narrow : TaskColumn.allCases.filter { width >= $0.smallestList }
        var widths = shown.map(\.width)
        if let tries = shown.firstIndex(of: .attempts) { widths[tries] = .fixed(min(9, max(4, longestTry))) }
        // The numbers of the history have more digits.
        if let number = shown.firstIndex(of: .number), longestNumber > 4 {
            widths[number] = .fixed(longestNumber)
        }
        var columns = Columns(widths, in: width)
        // In steps, so that the columns do not move with every row.
        let needed = (longestPath + 7) / 8 * 8
        if !isNarrow, let path = shown.firstIndex(of: .path), needed < columns[path].count {
            widths[path] = .fixed(max(16, needed))
            columns = Columns(widths, in: width)
        }
        for (index, column) in shown.enumerated() { ranges[column] = columns[index] }
    }

    /// The range of a column; empty where it has no room.
    subscript(column: TaskColumn) -> Range<Int> { ranges[column] ?? 0..<0 }
}
