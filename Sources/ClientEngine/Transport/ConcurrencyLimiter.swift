/// Lets so many exchanges onto the network at a time; the others wait: the more urgent first, then in the order they came.
final class ConcurrencyLimiter {
    private let capacity: Int
    private var running: Set<TaskID> = []
    private var queues: [Request.Priority: Queue] = [:]
    private var isStarting = false

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Starts now, or when a place is free.
    func enter(_ task: TaskID, _ priority: Request.Priority = .normal, _ start: @escaping () -> Void) {
        if !isStarting, running.count < capacity, queues.values.allSatisfy(\.isEmpty) {
            running.insert(task)
            isStarting = true
            start()
            isStarting = false
        } else {
            queues[priority, default: Queue()].append((task, start))
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
        if let place = removeWaiting(task) { queues[priority, default: Queue()].append(place) }
    }

    private func removeWaiting(_ task: TaskID) -> Queue.Place? {
        for priority in Request.Priority.allCases {
            if let place = queues[priority]?.remove(task) { return place }
        }
        return nil
    }

    /// Starts those at the head of the queues for as long as there are places.
    ///
    /// One that fails at once leaves from inside its start: this loop goes on, for a call from there would grow the
    /// stack with every one that fails.
    private func fill() {
        guard !isStarting else { return }
        isStarting = true
        defer { isStarting = false }
        while running.count < capacity, let next = next() {
            running.insert(next.task)
            next.start()
        }
    }

    private func next() -> Queue.Place? {
        for priority in Request.Priority.allCases.reversed() {
            if let place = queues[priority]?.popFirst() { return place }
        }
        return nil
    }
}

extension ConcurrencyLimiter {
    /// Those who wait with one priority.
    private struct Queue {
        typealias Place = (task: TaskID, start: () -> Void)

        private var waiting: [Place] = []
        private var first = 0

        var isEmpty: Bool { first == waiting.count }

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
