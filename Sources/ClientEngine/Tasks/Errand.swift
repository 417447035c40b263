/// Runs one piece of a task's work at a time off the loop; what is called off says nothing more.
///
/// Nothing begins once the task's end was asked for: the loop will hear of that, and end it.
struct Errand {
    private let cell: TaskCell
    private let inbox: LoopInbox
    private let executor: (any TaskExecutor)?
    private var number = 0
    private var running: Task<Void, Never>?

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
        running = cell.run {
            Task.detached(priority: priority) { [cell, inbox, executor, number] in
                guard !Task.isCancelled else { return }
                let result: Result<Value, any Error>
                do {
                    result = .success(try await withTaskExecutorPreference(executor) { try await work() })
                } catch {
                    result = .failure(error)
                }
                guard !cell.isCancelRequested else { return }
                inbox.enqueue { [id = cell.id] loop in
                    guard let driver = loop.drivers[id], driver.errand.number == number else { return }
                    resume(driver, result)
                }
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
