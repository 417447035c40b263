/// Calls back to a loop from any thread: what is called, and all that it holds, stays on the loop; only a number leaves it.
struct LoopCallback: Sendable {
    private let number: Int
    private let inbox: LoopInbox

    /// Has the loop run what the number stands for, unless it was forgotten meanwhile.
    func callAsFunction() {
        inbox.enqueue { [number] loop in
            // The table is not held meanwhile: a job that forgets its callback would copy it.
            let job = loop.callbacks.job(number)
            job?()
        }
    }

    /// The table of a loop's callbacks.
    struct Table {
        private var jobs: [Int: () -> Void] = [:]
        private var lastNumber = 0

        /// Keeps a job until it is forgotten; it may be called any number of times.
        mutating func add(_ job: @escaping () -> Void, inbox: LoopInbox) -> LoopCallback {
            lastNumber += 1
            jobs[lastNumber] = job
            return LoopCallback(number: lastNumber, inbox: inbox)
        }

        /// Lets a job go, which is not run any more.
        mutating func forget(_ callback: LoopCallback) {
            jobs[callback.number] = nil
        }

        fileprivate func job(_ number: Int) -> (() -> Void)? { jobs[number] }
    }
}
