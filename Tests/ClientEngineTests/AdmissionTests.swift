import Testing

@testable import ClientEngine

@Suite("Admission to the network")
struct AdmissionTests {
    /// Writes down who was let in, in order.
    private final class Log {
        var started: [Int] = []
    }

    private let log = Log()

    private func enter(_ admission: Admission, _ tasks: Int...) {
        for task in tasks { admission.enter(task) { [log] in log.started.append(task) } }
    }

    @Test("those who find a place start at once, the others in the order they came")
    func order() {
        let admission = Admission(capacity: 2)
        enter(admission, 1, 2, 3, 4)
        #expect(log.started == [1, 2])
        admission.leave(2)
        #expect(log.started == [1, 2, 3])
        admission.leave(1)
        admission.leave(3)
        #expect(log.started == [1, 2, 3, 4])
    }

    @Test("one that leaves the line never starts, and costs nobody a place")
    func leaveWhileWaiting() {
        let admission = Admission(capacity: 1)
        enter(admission, 1, 2, 3)
        admission.leave(2)
        #expect(log.started == [1])
        admission.leave(1)
        #expect(log.started == [1, 3])
    }

    @Test("leaving without having come, or twice, frees no place")
    func leaveTwice() {
        let admission = Admission(capacity: 1)
        enter(admission, 1, 2, 3)
        admission.leave(9)
        admission.leave(1)
        admission.leave(1)
        #expect(log.started == [1, 2])
    }

    @Test("a task that comes again, as after a redirect, queues behind the others")
    func again() {
        let admission = Admission(capacity: 1)
        enter(admission, 1, 2)
        admission.leave(1)
        enter(admission, 1)
        admission.leave(2)
        #expect(log.started == [1, 2, 1])
    }

    @Test("one place is the least there can be")
    func least() {
        let admission = Admission(capacity: 0)
        enter(admission, 1, 2)
        #expect(log.started == [1])
    }

    @Test("a long line of tasks that fail as they start is worked off without a deep stack")
    func failing() {
        let admission = Admission(capacity: 1)
        let count = 100_000
        enter(admission, 0)
        for task in 1...count {
            admission.enter(task) { [log] in
                log.started.append(task)
                admission.leave(task)
            }
        }
        admission.leave(0)
        let isOrdered = log.started == Array(0...count)
        #expect(isOrdered)
        enter(admission, -1)
        #expect(log.started.last == -1)
    }
}
