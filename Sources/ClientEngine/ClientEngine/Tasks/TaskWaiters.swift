/// The Swift tasks that wait for the end of a task; mostly there is one.
struct TaskWaiters {
    // Each is resumed once: it is taken out, or never put in, under the lock of who keeps them.
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
