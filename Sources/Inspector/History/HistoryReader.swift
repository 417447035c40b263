import ClientEngine
import EngineSupport

/// Answers questions about the history on a separate thread.
///
/// Of several questions about one subject, only the newest counts.
///
///     ask(.calls) ──✗ overtaken
///     ask(.calls) ──▶ │ thread with the open database ├──▶ `work` processes the results
///
/// The thread starts with the first question. It then waits indefinitely for further ones.
package final class HistoryReader: Sendable {
    /// The subject of a question.
    package enum Subject: Hashable, Sendable {
        /// The calls of a saved request.
        case calls
        /// The last call before another one for the same request.
        case predecessor
        /// The list of all tasks.
        case list
        /// The records of some tasks.
        case tasks
        /// The usual durations of calls.
        case usual
        /// The sums over all tasks.
        case sums
    }

    /// A question that is being answered.
    package struct Turn: Sendable {
        fileprivate let reader: HistoryReader
        fileprivate let subject: Subject
        fileprivate let number: Int

        /// Indicates whether a newer question on the subject makes this answer useless.
        package var isOvertaken: Bool { reader.state.withLock { $0.newest[subject] != number } }
    }

    /// Answers a question.
    ///
    /// The store is `nil` if nothing was ever kept.
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

    /// Creates a reader.
    ///
    /// It calls `tell` on its thread when it finds a damaged file.
    package init(_ folder: HistoryFolder, tell: @escaping @Sendable (DamagedFile) -> Void = { _ in }) {
        (self.folder, self.tell) = (folder, tell)
    }

    /// Asks a question, which `work` answers on another thread.
    ///
    /// If that is impossible, `fail` receives the error.
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
                    // The database may have been replaced by another file.
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
