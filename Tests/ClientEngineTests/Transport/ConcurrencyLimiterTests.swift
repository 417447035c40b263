import Testing

@testable import ClientEngine

@Suite("ConcurrencyLimiter to the network")
struct ConcurrencyLimiterTests {
    /// The inbox of a loop that has not begun to work.
    private let inbox = LoopInbox()

    /// Gives the loop work once a task is admitted.
    private var admit: @Sendable () -> Void { { [inbox] in inbox.enqueue { _ in } } }

    private func enter(_ limiter: ConcurrencyLimiter, _ tasks: Int...) -> [Bool] {
        tasks.map { limiter.enter($0, .normal, admit: admit) }
    }

    /// Returns which of the first ten tasks have a place.
    private func running(_ limiter: ConcurrencyLimiter) -> [Int] { (0..<10).filter(limiter.isRunning) }

    @Test("those who find a place start at once, the others in the order they came")
    func order() {
        let limiter = ConcurrencyLimiter(capacity: 2)
        #expect(enter(limiter, 1, 2, 3, 4) == [true, true, false, false])
        #expect(!inbox.hasWork)
        limiter.leave(2)
        #expect(running(limiter) == [1, 3])
        #expect(inbox.hasWork)
        limiter.leave(1)
        #expect(running(limiter) == [3, 4])
        limiter.leave(3)
        #expect(running(limiter) == [4])
        #expect(enter(limiter, 5, 6) == [true, false])
    }

    @Test("one that leaves the line never starts, and costs nobody a place")
    func leaveWhileWaiting() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        #expect(enter(limiter, 1, 2, 3) == [true, false, false])
        limiter.leave(2)
        #expect(running(limiter) == [1])
        limiter.leave(1)
        #expect(running(limiter) == [3])
    }

    @Test("leaving without having come, or twice, frees no place")
    func leaveTwice() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        #expect(enter(limiter, 1, 2, 3) == [true, false, false])
        limiter.leave(9)
        limiter.leave(1)
        limiter.leave(1)
        #expect(running(limiter) == [2])
    }

    @Test("a task that comes again, as after a redirect, queues behind the others")
    func again() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        #expect(enter(limiter, 1, 2) == [true, false])
        limiter.leave(1)
        #expect(enter(limiter, 1) == [false])
        limiter.leave(2)
        #expect(running(limiter) == [1])
    }

    @Test("one place is the least there can be")
    func least() {
        let limiter = ConcurrencyLimiter(capacity: 0)
        #expect(enter(limiter, 1, 2) == [true, false])
    }

    @Test("tasks leave and change the lines of several priorities, and each gets its place")
    func priorities() {
        let limiter = ConcurrencyLimiter(capacity: 1)
        for task in 0..<9 {
            #expect(limiter.enter(task, Request.Priority.allCases[task % 3], admit: admit) == (task == 0))
        }
        limiter.leave(5)
        limiter.move(6, to: .high)
        limiter.move(99, to: .high)
        for task in [0, 2, 8, 6, 1, 4, 7, 3] {
            #expect(running(limiter) == [task])
            limiter.leave(task)
        }
        #expect(running(limiter).isEmpty)
    }
}
