/// Lets so many exchanges onto the network at a time; the others wait in the order they came.
final class Admission {
    private let capacity: Int
    private var running: Set<TaskID> = []
    private var waiting: [(task: TaskID, start: () -> Void)] = []
    private var firstWaiting = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Starts now, or when a place is free.
    func enter(_ task: TaskID, _ start: @escaping () -> Void) {
        guard running.count < capacity else { return waiting.append((task, start)) }
        running.insert(task)
        start()
    }

    /// Gives a place back, or leaves the line.
    func leave(_ task: TaskID) {
        guard running.remove(task) != nil else {
            if let index = waiting[firstWaiting...].firstIndex(where: { $0.task == task }) {
                waiting.remove(at: index)
            }
            return
        }
        guard firstWaiting < waiting.count else { return }
        let next = waiting[firstWaiting]
        firstWaiting += 1
        if firstWaiting > 1024, firstWaiting * 2 > waiting.count {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        running.insert(next.task)
        next.start()
    }
}
