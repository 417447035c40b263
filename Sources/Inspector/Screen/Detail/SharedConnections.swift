import ClientEngine
import InspectorCanvas

/// The other tasks that ran on the connections of the shown attempt.
struct SharedConnections {
    let state: State

    /// The number of tasks that are named one by one.
    private static let limit = 6

    var lines: [StyledText] {
        var seen: Set<Int> = []
        let connections = (state.shownAttempt?.exchanges ?? []).compactMap { $0.connection?.id }
            .filter { seen.insert($0).inserted }
        return connections.map { line(of: $0, isOnly: connections.count == 1) }
    }

    private func line(of connection: Int, isOnly: Bool) -> StyledText {
        let own = state.list.selectedTask?.session
        let others = own.map { own in state.tasks.tasks(onConnection: connection).filter { $0 != own } } ?? []
        var text = StyledText(DisplayText("shared with").padded(to: 13), .header)
        if !isOnly { text.append("#\(connection): ", .muted) }
        guard !others.isEmpty else { return text + StyledText("no other task", .muted) }
        let shown = others.prefix(Self.limit).map { id in
            let method = state.tasks[id]?.origin.request.method.rawValue ?? ""
            return DisplayText("\(id) \(untrusted: method) \(state.tasks[id]?.pathText ?? "")")
        }
        for (index, other) in shown.enumerated() {
            if index > 0 { text.append(", ", .muted) }
            text.append(other)
        }
        if others.count > Self.limit { text.append(" and \(others.count - Self.limit) more", .muted) }
        return text
    }
}
