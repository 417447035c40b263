/// Lets so many exchanges onto the network at a time; the others wait in the order they came.
final class Admission {
    private let capacity: Int
    private var running: Set<TaskID> = []
    private var waiting: [(task: TaskID, start: () -> Void)] = []
    private var firstWaiting = 0
    private var isStarting = false

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Starts now, or when a place is free.
    func enter(_ task: TaskID, _ start: @escaping () -> Void) {
        guard isStarting || firstWaiting < waiting.count || running.count >= capacity else {
            running.insert(task)
            isStarting = true
            start()
            isStarting = false
            return fill()
        }
        waiting.append((task, start))
        fill()
    }

    /// Gives a place back, or leaves the line.
    func leave(_ task: TaskID) {
        if running.remove(task) != nil {
            fill()
        } else if let index = waiting[firstWaiting...].firstIndex(where: { $0.task == task }) {
            waiting.remove(at: index)
        }
    }

    /// Starts those at the head of the line for as long as there are places.
    ///
    /// One that fails at once leaves from inside its start: this loop goes on, for a call from there would grow the
    /// stack with every one that fails.
    private func fill() {
        guard !isStarting else { return }
        isStarting = true
        defer { isStarting = false }
        while running.count < capacity, firstWaiting < waiting.count {
            let next = waiting[firstWaiting]
            firstWaiting += 1
            compact()
            running.insert(next.task)
            next.start()
        }
    }

    private func compact() {
        guard firstWaiting == waiting.count || firstWaiting > 1024 && firstWaiting * 2 > waiting.count else {
            return
        }
        waiting.removeFirst(firstWaiting)
        firstWaiting = 0
    }
}
