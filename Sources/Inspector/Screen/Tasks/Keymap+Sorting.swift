import InspectorCanvas

extension Keymap {
    /// The sequences behind `O`, which sort the list; the same again turns the order round.
    static let sorting: [Binding] =
        [
            Binding(
                keys: ["O"], places: tasksAndDetail, intent: .find(.sort(nil)), group: .finding,
                help: "choose by what to sort the list")
        ]
        + orders.map { key, order in
            let order = TaskOrder(key: order)
            let name = order.key.name
            return Binding(
                keys: ["O", key], places: tasksAndDetail, intent: .find(.sort(order.key)), group: .finding,
                help: order.isGrouped ? "group the list by \(name)" : "sort the list by \(name)", footer: name
            )
        }

    private static let orders: [(Key, TaskOrder.Key)] = [
        ("n", .number), ("t", .total), ("f", .firstByte), ("b", .size), ("s", .status), ("m", .method),
        ("p", .path),
        ("h", .host), ("r", .request),
    ]
}
