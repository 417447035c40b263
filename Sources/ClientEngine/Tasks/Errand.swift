/// Runs one piece of a task's work at a time off the loop; what is called off says nothing more.
struct Errand {
    private let cell: TaskCell
    private let inbox: LoopInbox
    private let executor: (any TaskExecutor)?
    private var number = 0
    private(set) var running: Task<Void, Never>?

    init(of cell: TaskCell, on inbox: LoopInbox, preferring executor: (any TaskExecutor)?) {
        self.cell = cell
        self.inbox = inbox
        self.executor = executor
    }

    /// Runs work elsewhere, and then `resume` on the loop with the task's driver.
    mutating func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        then resume: @escaping @Sendable (TaskDriver, Result<Value, any Error>) -> Void
    ) {
        callOff()
        let priority = cell.priority.ofSwiftTask
        running = Task.detached(executorPreference: executor, priority: priority) {
            [id = cell.id, inbox, number] in
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            inbox.enqueue { loop in
                guard let driver = loop.drivers[id], driver.errand.number == number else { return }
                resume(driver, result)
            }
        }
    }

    /// Cancels what is under way.
    mutating func callOff() {
        number += 1
        running?.cancel()
        running = nil
    }
}
