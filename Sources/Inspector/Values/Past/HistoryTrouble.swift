/// A failure to keep tasks in the history: its extent, reason and remedy.
package struct HistoryTrouble: Equatable, Sendable {
    /// The number of tasks of this session that were not kept, or 0 if only the earlier history is unavailable.
    package var lost: Int
    /// The reason, as a part of a sentence.
    package var reason: String
    /// The remedy, in complete sentences.
    package var remedy: String

    package init(lost: Int, reason: String, remedy: String) {
        self.lost = lost
        self.reason = reason
        self.remedy = remedy
    }

    /// A sentence without its full stop.
    package var text: String {
        switch lost {
        case 0: reason
        case 1: "1 task is not kept in the history: \(reason)"
        default: "\(lost) tasks are not kept in the history: \(reason)"
        }
    }
}
