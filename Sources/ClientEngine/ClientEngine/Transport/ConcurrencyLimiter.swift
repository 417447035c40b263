/// A task that wants to go onto the network.
protocol Entrant: AnyObject {
    /// Goes; it gives its place back by ``ConcurrencyLimiter/leave(_:)``.
    func start()
}

/// Lets so many exchanges onto the network at a time; the others wait: the more urgent first, then in the order they came.
final class ConcurrencyLimiter {
    private let capacity: Int
    @exclusivity(unchecked) private var running: Set<TaskID> = []
    private var queues: [Request.Priority: Queue] = [:]
    @exclusivity(unchecked) private var waitingCount = 0
    @exclusivity(unchecked) private var isStarting = false

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Starts now, or when a place is free; the priority is asked for where it has to wait.
    func enter(
        _ task: TaskID, _ priority: @autoclosure () -> Request.Priority = .normal, _ entrant: any Entrant
    ) {
        if !isStarting, running.count < capacity, waitingCount == 0 {
            running.insert(task)
            isStarting = true
            entrant.start()
            isStarting = false
        } else {
            wait((task, entrant), priority())
        }
        fill()
    }

    /// Gives a place back, or leaves the queue.
    func leave(_ task: TaskID) {
        if running.remove(task) != nil {
            fill()
        } else {
            _ = removeWaiting(task)
        }
    }

    /// Has a task that waits go to the end of another queue.
    func move(_ task: TaskID, to priority: Request.Priority) {
        if let place = removeWaiting(task) { wait(place, priority) }
    }

    private func wait(_ place: Queue.Place, _ priority: Request.Priority) {
        queues[priority, default: Queue()].append(place)
        waitingCount += 1
    }

    private func removeWaiting(_ task: TaskID) -> Queue.Place? {
        guard waitingCount > 0 else { return nil }
        for priority in Request.Priority.allCases {
            if let place = queues[priority]?.remove(task) {
                waitingCount -= 1
                return place
            }
        }
        return nil
    }

    /// Starts those at the head of the queues for as long as there are places.
    ///
    /// One that fails at once leaves from inside its start: this loop goes on, for a call from there would grow the
    /// stack with every one that fails.
    private func fill() {
        guard !isStarting, waitingCount > 0 else { return }
        isStarting = true
        defer { isStarting = false }
        while running.count < capacity, let next = next() {
            running.insert(next.task)
            next.entrant.start()
        }
    }

    private func next() -> Queue.Place? {
        for priority in Request.Priority.allCases.reversed() {
            if let place = queues[priority]?.popFirst() {
                waitingCount -= 1
                return place
            }
        }
        return nil
    }
}

extension ConcurrencyLimiter {
    /// The tasks that wait with one priority.
    private struct Queue {
        typealias Place = (task: TaskID, entrant: any Entrant)

        private var waiting: [Place] = []
        private var first = 0

        mutating func append(_ place: Place) {
            waiting.append(place)
        }

        mutating func popFirst() -> Place? {
            guard first < waiting.count else { return nil }
            defer {
                first += 1
                compact()
            }
            return waiting[first]
        }

        mutating func remove(_ task: TaskID) -> Place? {
            waiting[first...].firstIndex { $0.task == task }.map { waiting.remove(at: $0) }
        }

        private mutating func compact() {
            guard first == waiting.count || first > 1024 && first * 2 > waiting.count else { return }
            waiting.removeFirst(first)
            first = 0
        }
    }
}
