import ClientEngine
import EngineSupport
import InspectorScreen

/// Looks for texts in tasks on a thread of its own; a newer search ends the one before.
final class TextSearches: Sendable {
    private let newest = Locked(0)
    private let mailbox: Mailbox<Arrivals>
    /// The time after which the results so far are shown.
    private static let pause = Duration.milliseconds(100)

    init(_ mailbox: Mailbox<Arrivals>) { self.mailbox = mailbox }

    func start(_ search: TextSearch) {
        newest.withLock { $0 = search.number }
        DetachedThread.start { [self] in run(search) }
    }

    private func run(_ search: TextSearch) {
        var found: [Int] = []
        var next = ContinuousClock.now + Self.pause
        search.run(while: { newest.withLock { $0 == search.number } }) { task in
            found.append(task)
            guard ContinuousClock.now >= next else { return }
            tell(found, of: search, isLast: false)
            found = []
            next = .now + Self.pause
        }
        tell(found, of: search, isLast: true)
    }

    private func tell(_ tasks: [Int], of search: TextSearch, isLast: Bool) {
        mailbox.add { $0.messages.append(.task(.found(tasks, of: search.number, isLast: isLast))) }
    }
}
