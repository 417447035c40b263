/// A failure to keep tasks in the history: its extent, its reason and its remedy.
package struct HistoryTrouble: Equatable, Sendable {
    /// The number of tasks of this session that are not kept; 0 where only an earlier history is not there any more.
    package var lost: Int
    /// The reason, as a part of a sentence.
    package var reason: String
    /// The remedy, in sentences.
    package var remedy: String

    package init(lost: Int, reason: String, remedy: String) {
        self.lost = lost
        self.reason = reason
        self.remedy = remedy
    }

    /// One sentence without its full stop.
    package var text: String {
        switch lost {
        case 0: reason
        case 1: "1 task is not kept in the history: \(reason)"
        default: "\(lost) tasks are not kept in the history: \(reason)"
        }
    }
}
