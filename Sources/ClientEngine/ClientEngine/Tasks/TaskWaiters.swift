/// The Swift tasks that wait for the end of a task.
///
/// Usually there is one.
struct TaskWaiters {
    // Each waiter is resumed exactly once: the owner's lock protects adding and removing it.
    private var first: UnsafeContinuation<Void, Never>?
    private var others: [UnsafeContinuation<Void, Never>] = []

    mutating func add(_ waiter: UnsafeContinuation<Void, Never>) {
        if first == nil { first = waiter } else { others.append(waiter) }
    }

    func resume() {
        first?.resume()
        for waiter in others { waiter.resume() }
    }
}
