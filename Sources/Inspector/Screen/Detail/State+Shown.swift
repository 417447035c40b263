import ClientEngine
import InspectorCanvas

// The task, attempt and exchange that the detail pane is about.
extension State {
    var selectedTask: TaskRecord? {
        list.selectedTask.flatMap { tasks[$0] }
    }

    /// The attempt that the detail pane is about: the selected one, else the last.
    var shownAttempt: AttemptRecord? {
        guard let task = selectedTask else { return nil }
        guard let number = list.selectedAttempt else { return task.lastAttempt }
        return task.attempts.first { $0.number == number }
    }

    /// The exchange that the detail pane is about: the one with an answer, where there is one.
    var shownExchange: ExchangeRecord? {
        guard let attempt = shownAttempt else { return nil }
        if let answered = attempt.exchanges.last(where: { $0.head != nil }) { return answered }
        if list.selectedAttempt == nil, detail.page == .body || detail.page == .headers {
            return selectedTask?.lastAnswered ?? attempt.exchanges.last
        }
        return attempt.exchanges.last
    }

    /// The room for the page of the detail pane; nil while it is not drawn.
    var pageSize: Size? { Layout(self).detailPage?.size }
}
