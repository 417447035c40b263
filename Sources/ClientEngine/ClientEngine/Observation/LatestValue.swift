internal import EngineSupport

/// A value that reports its newest state to any number of observers.
///
/// A slow observer misses intermediate states.
///
/// Thread-safe. No observer runs while the lock is held: waiters are removed under the lock and resumed after it.
final class LatestValue<Value: Sendable>: Sendable {
    /// A value with its sequence number.
    struct Numbered: Sendable {
        var number: Int
        var value: Value
    }

    /// An observer that waits for a newer value, or for the end.
    private struct Waiter {
        let ticket: Int
        let continuation: UnsafeContinuation<Numbered?, Never>
    }

    private struct State {
        var newest: Numbered
        var isFinished = false
        var waiters: [Waiter] = []
        var tickets = 0

        /// Returns the answer for an observer that has received the value with this number, or `nil` if it must wait.
        func answer(after number: Int) -> Answer? {
            if newest.number > number { return Answer(newest: newest) }
            return isFinished ? Answer(newest: nil) : nil
        }

        mutating func takeWaiters() -> [Waiter] {
            guard !waiters.isEmpty else { return [] }
            defer { waiters = [] }
            return waiters
        }
    }

    private let state: Locked<State>

    /// Creates a cell.
    ///
    /// New observers receive the current value at once.
    init(_ value: Value) {
        state = Locked(State(newest: Numbered(number: 1, value: value)))
    }

    /// The newest value with its number.
    var newest: Numbered { state.withLock(\.newest) }

    var value: Value { newest.value }

    /// The newest value, followed by each newer one, until ``finish()``.
    var values: LatestValues<Value> { LatestValues(cell: self) }

    /// Changes the value and notifies the observers.
    ///
    /// After ``finish()``, this method does nothing. The closure runs under the lock and must not call other code.
    func update(_ change: (inout Value) -> Void) {
        let told = state.withLock { state -> (waiters: [Waiter], newest: Numbered)? in
            guard !state.isFinished else { return nil }
            change(&state.newest.value)
            state.newest.number += 1
            return state.waiters.isEmpty ? nil : (state.takeWaiters(), state.newest)
        }
        guard let told else { return }
        for waiter in told.waiters { waiter.continuation.resume(returning: told.newest) }
    }

    /// Ends the sequences of the observers after the newest value.
    func finish() {
        let waiters = state.withLock { state -> [Waiter] in
            state.isFinished = true
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
    }

    /// Waits for a value with a larger number.
    ///
    /// Returns `nil` if there will be none, or if the waiting task is cancelled.
    func next(after number: Int) async -> Numbered? {
        if Task.isCancelled { return nil }
        let (known, ticket) = state.withLock { state -> (Answer?, Int) in
            if let answer = state.answer(after: number) { return (answer, 0) }
            state.tickets += 1
            return (nil, state.tickets)
        }
        if let known { return known.newest }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let waiter = Waiter(ticket: ticket, continuation: continuation)
                if let answer = answer(after: number, orKeep: waiter) {
                    continuation.resume(returning: answer.newest)
                }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: nil)
        }
    }

    private struct Answer {
        var newest: Numbered?
    }

    /// Returns the answer if it is known, otherwise keeps the waiter and returns `nil`.
    private func answer(after number: Int, orKeep waiter: Waiter) -> Answer? {
        state.withLock { state in
            // Checked under the lock: a later cancellation finds the waiter registered.
            if Task.isCancelled { return Answer(newest: nil) }
            if let answer = state.answer(after: number) { return answer }
            state.waiters.append(waiter)
            return nil
        }
    }
}
