import ClientEngine
import InspectorCanvas
import InspectorValues

/// A column of the statistics.
enum RouteColumn: String, CaseIterable, Sendable {
    case route
    case tasks, errors, retried, amplification
    case p50, p95, p99
    case longest
    case bytes
    case activity

    var title: DisplayText {
        switch self {
        case .route: "ROUTE"
        case .tasks: "TASKS"
        case .errors: "ERR"
        case .retried: "RETRY"
        case .amplification: "AMP"
        case .p50: "P50"
        case .p95: "P95"
        case .p99: "P99"
        case .longest: "MAX"
        case .bytes: "BYTES"
        case .activity: "ACTIVITY"
        }
    }

    /// Its name as words go on after "sorted by".
    var name: String {
        switch self {
        case .longest: "the longest time"
        case .retried: "tasks retried"
        default: rawValue
        }
    }

    var width: Columns.Width {
        switch self {
        case .route: .flexible(minimum: 12)
        case .tasks, .errors, .retried: .fixed(6)
        case .amplification: .fixed(5)
        case .p50, .p95, .p99, .longest, .bytes: .fixed(7)
        case .activity: .fixed(RouteTable.parts)
        }
    }

    /// The smallest width of a table with this column.
    var smallestTable: Int {
        switch self {
        case .route, .tasks, .errors, .p95: 0
        case .p50, .p99: 50
        case .longest, .amplification: 66
        case .activity: 90
        case .retried, .bytes: 104
        }
    }

    /// Returns the text of a row in this column.
    func text(_ row: RouteTable.Row) -> StyledText {
        switch self {
        case .route, .activity: StyledText()
        case .tasks: StyledText("\(untrusted: row.count.grouped)")
        case .errors: Self.share(row.errorRate, .bad)
        case .retried: Self.share(row.retryRate, .warn)
        case .amplification:
            StyledText(
                "\(untrusted: row.amplification.digits(2))",
                row.amplification > 1 ? Style(.warn) : .muted)
        case .p50: StyledText("\(untrusted: row.percentile(50).shortText)")
        case .p95: StyledText("\(untrusted: row.percentile(95).shortText)")
        case .p99: StyledText("\(untrusted: row.percentile(99).shortText)")
        case .longest: StyledText("\(untrusted: row.longest.shortText)")
        case .bytes: StyledText("\(untrusted: row.bytes.byteText)")
        }
    }

    private static func share(_ share: Double, _ role: Role) -> StyledText {
        if share == 0 { return StyledText("0%", .muted) }
        let text = (share * 100).digits(share >= 0.0995 ? 0 : 1) + "%"
        return StyledText("\(untrusted: text)", Style(role).bold)
    }
}

/// By what the routes are sorted.
struct RouteOrder: Equatable, Sendable {
    private(set) var column = RouteColumn.tasks
    private(set) var isReversed = false

    /// Sorts by something else; the other way round, if it is that already.
    mutating func sort(by column: RouteColumn) {
        isReversed = self.column == column && !isReversed
        self.column = column
    }

    var text: String { column.name + (isReversed ? ", reversed" : "") }

    /// The rows in this order: what is measured with the largest first, names in their own order.
    func sorted(_ rows: [RouteTable.Row]) -> [RouteTable.Row] {
        let isDescending = (column != .route) != isReversed
        return rows.map { ($0, value(of: $0), Self.name(of: $0)) }.sorted { left, right in
            if left.1 != right.1 { return (left.1 < right.1) != isDescending }
            return (left.2 < right.2) != (column == .route && isDescending)
        }.map(\.0)
    }

    private static func name(of row: RouteTable.Row) -> String {
        "\(row.route.host)\(row.route.path) \(row.route.method)"
    }

    private func value(of row: RouteTable.Row) -> Double {
        switch column {
        case .route: 0
        case .tasks, .activity: Double(row.count)
        case .errors: row.errorRate
        case .retried: row.retryRate
        case .amplification: row.amplification
        case .p50: row.percentile(50).seconds
        case .p95: row.percentile(95).seconds
        case .p99: row.percentile(99).seconds
        case .longest: row.longest.seconds
        case .bytes: Double(row.bytes)
        }
    }
}

/// The actions on the statistics.
enum StatisticsVerb: Hashable, Sendable {
    case show
    /// Looks at another time.
    case window
    /// Sorts the routes; nil shows by what they can be sorted.
    case sort(RouteColumn?)
}
