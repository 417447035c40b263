import Testing

@testable import ClientEngine

@Suite("ConcurrencyLimiter to the network")
struct ConcurrencyLimiterTests {
    /// Records the admitted tasks in order.
    private final class Log {
        var started: [Int] = []
    }

    private let log = Log()

    private func enter(_ limiter: ConcurrencyLimiter, _ tasks: Int...) {
        for task in tasks { limiter.enter(task) { [log] in log.started.append(task) } }
    }

    @Test("those who find a place start at once, the others in the order they came")
    func order() {
        let limiter = ConcurrencyLimiter(capacity: 2)
        enter(limiter, 1, 2, 3, 4)
        #expect(log.started == [1, 2])
        limiter.leave(2)
        #expect(log.started == [1, 2, 3])
        limiter.leave(1)
        limiter.leave(3)
        #expect(log.started == [1, 2, 3, 4])
    }

    @Test("one that leaves the line never starts, and costs nobody a place")
    func leaveWhileWaiting() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        enter(limiter, 1, 2, 3)
        limiter.leave(2)
        #expect(log.started == [1])
        limiter.leave(1)
        #expect(log.started == [1, 3])
    }

    @Test("leaving without having come, or twice, frees no place")
    func leaveTwice() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        enter(limiter, 1, 2, 3)
        limiter.leave(9)
        limiter.leave(1)
        limiter.leave(1)
        #expect(log.started == [1, 2])
    }

    @Test("a task that comes again, as after a redirect, queues behind the others")
    func again() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        enter(limiter, 1, 2)
        limiter.leave(1)
        enter(limiter, 1)
        limiter.leave(2)
        #expect(log.started == [1, 2, 1])
    }

    @Test("one place is the least there can be")
    func least() {
        let limiter = ConcurrencyLimiter(capacity: 0)
        enter(limiter, 1, 2)
        #expect(log.started == [1])
    }

    @Test("a long line of tasks that fail as they start is worked off without a deep stack")
    func failing() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        let count = 100_000
        enter(limiter, 0)
        for task in 1...count {
            limiter.enter(task) { [log] in
                log.started.append(task)
                limiter.leave(task)
            }
        }
        limiter.leave(0)
        let isOrdered = log.started == Array(0...count)
        #expect(isOrdered)
        enter(limiter, -1)
        #expect(log.started.last == -1)
    }
}

extension ConcurrencyLimiter {
    /// Calls a closure when there is room.
    func enter(_ task: TaskID, _ priority: Request.Priority = .normal, _ start: @escaping () -> Void) {
        enter(task, priority, ClosureEntrant(start))
    }
}

private final class ClosureEntrant: Entrant {
    private let closure: () -> Void

    init(_ closure: @escaping () -> Void) {
        self.closure = closure
    }

    func start() { closure() }
}
