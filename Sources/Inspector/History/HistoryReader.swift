import ClientEngine
import EngineSupport

/// Reads the history for somebody who does not wait, on a thread of its own; of several questions of a kind the newest counts.
///
///     ask(.calls) ──✗ overtaken
///     ask(.calls) ──▶ │ thread, which has the database open ├──▶ what the question does with what it finds
///
/// The thread begins with the first question, and waits without end for the next.
package final class HistoryReader: Sendable {
    /// The subject of a question.
    package enum Subject: Hashable, Sendable {
        /// The calls of a saved request.
        case calls
        /// The last call before one that asked for the same.
        case predecessor
        /// The list of all tasks.
        case list
        /// Some of the tasks themselves.
        case tasks
        /// The usual durations of calls.
        case usual
        /// The sums over all tasks.
        case sums
    }

    /// A question while it is answered.
    package struct Turn: Sendable {
        fileprivate let reader: HistoryReader
        fileprivate let subject: Subject
        fileprivate let number: Int

        /// Indicates whether a newer question has been asked, so that the rest of the answer is of no use.
        package var isOvertaken: Bool { reader.state.withLock { $0.newest[subject] != number } }
    }

    /// Answers a question; there is no store where nothing was ever kept.
    package typealias Work = @Sendable (HistoryStore?, Turn) throws(HistoryError) -> Void

    private struct Question: Sendable {
        var turn: Turn
        var work: Work
        var fail: @Sendable (HistoryError) -> Void
    }

    fileprivate struct State: Sendable {
        var newest: [Subject: Int] = [:]
        var count = 0
    }

    private let folder: HistoryFolder
    private let tell: @Sendable (DamagedFile) -> Void
    private let mailbox = Mailbox<[Question]>()
    fileprivate let state = Locked(State())
    private let isStarted = Locked(false)

    /// Creates a reader, which calls `tell` on its thread when it finds a damaged file.
    package init(_ folder: HistoryFolder, tell: @escaping @Sendable (DamagedFile) -> Void = { _ in }) {
        (self.folder, self.tell) = (folder, tell)
    }

    /// Asks a question, which is answered on another thread; or `fail` hears why not.
    package func ask(
        _ subject: Subject, fail: @escaping @Sendable (HistoryError) -> Void = { _ in },
        _ work: @escaping Work
    ) {
        let number = state.withLock { state in
            state.count += 1
            state.newest[subject] = state.count
            return state.count
        }
        mailbox.append(
            Question(turn: Turn(reader: self, subject: subject, number: number), work: work, fail: fail))
        let isFirst = isStarted.withLock { started in
            defer { started = true }
            return !started
        }
        if isFirst { DetachedThread.start { [self] in answerAll() } }
    }

    private func answerAll() {
        var store: HistoryStore?
        while true {
            for question in mailbox.drain() where !question.turn.isOvertaken {
                do throws(HistoryError) {
                    try folder.beginningAnewIfDamaged(tell: tell) { () throws(HistoryError) in
                        try answer(question, &store)
                    }
                } catch {
                    // It may be another file by now.
                    store = nil
                    question.fail(error)
                }
            }
        }
    }

    private func answer(_ question: Question, _ store: inout HistoryStore?) throws(HistoryError) {
        do throws(HistoryError) {
            if store == nil {
                store = try HistoryStore(reading: folder)
                if let damaged = store?.damagedJournal { tell(damaged) }
            }
            try question.work(store, question.turn)
        } catch {
            store = nil
            throw error
        }
    }
}
