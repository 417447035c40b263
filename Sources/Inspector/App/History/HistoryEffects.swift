import ClientEngine
import ClientEngineRecording
import EngineSupport
import FoundationEssentials
import InspectorHistory
import InspectorScreen
import InspectorValues

/// Asks the history what the screen wants to know of it; the answers come as messages.
final class HistoryEffects {
    private let reader: HistoryReader
    private let session: HistorySession
    private let mailbox: Mailbox<Arrivals>
    private let begin: SessionBegin
    /// The time after which the results of a list so far are shown.
    private static let pause = Duration.milliseconds(50)

    init(_ session: HistorySession, time: any TimeSource, _ mailbox: Mailbox<Arrivals>) {
        reader = HistoryReader(session.folder) { damaged in
            mailbox.add { $0.messages.append(.history(.keeping(damaged.trouble))) }
        }
        self.session = session
        self.mailbox = mailbox
        begin = SessionBegin(date: Date(), instant: time.now())
    }

    /// Reads tasks for others.
    var tasks: PastTaskReader { PastTaskReader(folder: session.folder, begin: begin) }

    func perform(_ effect: HistoryEffect) {
        switch effect {
        case .calls(let entry): findCalls(of: entry)
        case .predecessor(let question): findPredecessor(question)
        case .list(let question): list(question)
        case .tasks(let rows): read(rows)
        case .usual(let kinds): findUsual(of: kinds)
        case .routes(let query): sumUp(HistoryListing(query, before: .distantFuture))
        }
    }

    private func findCalls(of entry: SavedEntry) {
        reader.ask(.calls) { [mailbox, session] (store, _) throws(HistoryError) in
            let calls = try store?.earlierCalls(of: SavedCall(entry, in: session.place ?? "."))
            mailbox.add { $0.messages.append(.history(.calls(calls, of: entry.reference))) }
        }
    }

    private func findPredecessor(_ question: PredecessorQuestion) {
        reader.ask(.predecessor, fail: complain) {
            [mailbox, session, begin] (store, _) throws(HistoryError) in
            let found =
                switch question.key {
                case .stored(let row): try store?.predecessor(of: row)
                case .session:
                    try store?.predecessor(
                        of: question.task, in: session.place, before: begin.date, session.redaction)
                }
            let predecessor = try found.map { (found) throws(HistoryError) in
                let record = try store?.record(of: found.task, withBodies: true, at: begin.instant)
                return Predecessor(
                    task: PastTask(row: found.task, record: record, isWhole: true),
                    isOfSavedRequest: found.isOfSavedRequest)
            }
            mailbox.add { $0.messages.append(.history(.predecessor(predecessor, of: question.key))) }
        }
    }

    /// Finds what matches, and tells it in parts while it is looked for.
    private func list(_ question: PastQuestion) {
        let listing = HistoryListing(question.query, before: begin.date, marked: question.marked)
        reader.ask(.list, fail: complain) { [mailbox] (store, turn) throws(HistoryError) in
            var found: [Int] = []
            let tell = { (isLast: Bool) in
                let part = PastPart(number: question.number, rows: found.reversed(), isLast: isLast)
                mailbox.add { $0.messages.append(.history(.list(part))) }
                found = []
            }
            var next = ContinuousClock.now + Self.pause
            let goesOn = {
                if !found.isEmpty, ContinuousClock.now >= next {
                    tell(false)
                    next = .now + Self.pause
                }
                return !turn.isOvertaken
            }
            try store?.list(listing, now: Date(), while: goesOn) { row in
                found.append(row)
                return true
            }
            if !turn.isOvertaken { tell(true) }
        }
    }

    /// Sums up what matches, of this session too, as far as it is kept.
    private func sumUp(_ listing: HistoryListing) {
        reader.ask(.sums, fail: complain) { [mailbox] (store, turn) throws(HistoryError) in
            var sum = RouteSum()
            try store?.summaries(listing, now: Date(), while: { !turn.isOvertaken }) { sum.add($0) }
            if turn.isOvertaken { return }
            mailbox.add { [table = sum.table] in $0.messages.append(.history(.routes(table))) }
        }
    }

    private func read(_ rows: [Int: Bool]) {
        reader.ask(.tasks, fail: complain) { [mailbox, begin] (store, turn) throws(HistoryError) in
            var tasks: [PastTask] = []
            for (row, isWhole) in rows {
                if turn.isOvertaken { return }
                let record = try store?.record(of: row, withBodies: isWhole, at: begin.instant)
                tasks.append(PastTask(row: row, record: record, isWhole: isWhole))
            }
            mailbox.add { $0.messages.append(.history(.tasks(tasks))) }
        }
    }

    private func findUsual(of kinds: Set<CallKind>) {
        reader.ask(.usual) { [mailbox] (store, turn) throws(HistoryError) in
            var calls: [CallKind: UsualCall] = [:]
            for kind in kinds {
                if turn.isOvertaken { return }
                calls[kind] = try store?.usualCall(of: kind)
            }
            mailbox.add { $0.messages.append(.history(.usual(calls, of: kinds))) }
        }
    }

    private var complain: @Sendable (HistoryError) -> Void {
        { [mailbox] error in mailbox.add { $0.messages.append(.history(.failure("\(error)."))) } }
    }
}
