import InspectorCanvas

extension Keymap {
    /// The key that sums up, and those of the statistics.
    static let statistics: [Binding] =
        [
            bind(
                "T", in: Place.home, .statistics(.show), .statistics,
                "what the shown tasks of each route come to"),
            bind(
                .enter, in: [.statistics], .pane(.accept), .statistics,
                "leave the tasks of the route in the list"
            ).inFooter("filter"),
            bind("w", in: [.statistics], .statistics(.window), .statistics, "the session, minute or hour")
                .inFooter("window"),
            Binding(
                keys: ["O"], places: [.statistics], intent: .statistics(.sort(nil)), group: .statistics,
                help: "choose by what to sort the routes", footer: "sort", footerPlaces: [.statistics]),
        ]
        + columns.map { key, column in
            Binding(
                keys: ["O", key], places: [.statistics], intent: .statistics(.sort(column)),
                group: .statistics, help: "sort the routes by \(column.name)", footer: column.name)
        }

    private static let columns: [(Key, RouteColumn)] = [
        ("n", .tasks), ("e", .errors), ("r", .retried), ("a", .amplification), ("m", .p50), ("p", .p95),
        ("q", .p99), ("x", .longest), ("b", .bytes), ("h", .route),
    ]
}
