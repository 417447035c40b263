import Testing

@testable import ClientEngine

extension Client {
    /// Waits until the loops have finished their current turns and notified all observers.
    func nextTurn() async throws {
        for loop in loops.all {
            let isOver = Promise<Void>()
            loop.enqueue { _ in isOver.fulfil(()) }
            try await isOver.arrival()
        }
    }

    /// Waits until the loops have nothing left to do for the client's tasks.
    func loopIsIdle() async throws {
        for loop in loops.all {
            let isIdle = Promise<Void>()
            loop.look(isIdle)
            try await isIdle.arrival()
        }
    }

    /// Returns what arrives once the thread of each loop has closed everything.
    func ends() -> [Promise<Void>] {
        loops.all.map { loop in
            let gone = Promise<Void>()
            loop.enqueue { $0.onEnd = { gone.fulfil(()) } }
            return gone
        }
    }
}

extension LoopThread {
    fileprivate func look(_ isIdle: Promise<Void>) {
        enqueue { [weak self] loop in
            if loop.tasks.count == 0 { isIdle.fulfil(()) } else { self?.look(isIdle) }
        }
    }
}
