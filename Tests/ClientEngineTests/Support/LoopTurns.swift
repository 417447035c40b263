import Testing

@testable import ClientEngine

extension Client {
    /// Waits until the loop has finished its current turn and notified all observers.
    func nextTurn() async throws {
        let isOver = Promise<Void>()
        loop.enqueue { _ in isOver.fulfil(()) }
        try await isOver.arrival()
    }

    /// Waits until the loop has nothing left to do for its tasks.
    func loopIsIdle() async throws {
        let isIdle = Promise<Void>()
        loop.look(isIdle)
        try await isIdle.arrival()
    }
}

extension LoopThread {
    fileprivate func look(_ isIdle: Promise<Void>) {
        enqueue { [weak self] loop in
            if loop.tasks.count == 0 { isIdle.fulfil(()) } else { self?.look(isIdle) }
        }
    }
}
