internal import EngineSupport

/// Tells its newest value to any number of observers; a slow one misses what was overtaken.
///
/// Thread-safe. No observer runs while the lock is held: what is to be resumed is taken out under the lock
/// and resumed behind it.
final class LatestValue<Value: Sendable>: Sendable {
    /// A value and its place in the order of all values.
    struct Numbered: Sendable {
        var number: Int
        var value: Value
    }

    /// Goes on with a newer value, or without one.
    private typealias Waiter = @Sendable (Numbered?) -> Void

    private struct State {
        var newest: Numbered
        var isFinished = false
        var waiters: [(ticket: Int, waiter: Waiter)] = []
        var tickets = 0

        mutating func takeWaiters() -> [Waiter] {
            guard !waiters.isEmpty else { return [] }
            defer { waiters = [] }
            return waiters.map(\.waiter)
        }
    }

    private let state: Locked<State>

    /// Creates a cell; observers that come see the value at once.
    init(_ value: Value) {
        state = Locked(State(newest: Numbered(number: 1, value: value)))
    }

    /// The newest value and its number.
    var newest: Numbered { state.withLock(\.newest) }

    var value: Value { newest.value }

    /// The newest value now, and each that follows, until ``finish()``.
    var values: LatestValues<Value> { LatestValues(cell: self) }

    /// Changes the value and tells the observers; after ``finish()`` it does nothing.
    ///
    /// The closure runs under the lock and must not call out.
    func update(_ change: (inout Value) -> Void) {
        let told = state.withLock { state -> (waiters: [Waiter], newest: Numbered)? in
            guard !state.isFinished else { return nil }
            change(&state.newest.value)
            state.newest.number += 1
            return state.waiters.isEmpty ? nil : (state.takeWaiters(), state.newest)
        }
        guard let told else { return }
        for waiter in told.waiters { waiter(told.newest) }
    }

    /// Ends the observers' sequences once they have seen the newest value.
    func finish() {
        let waiters = state.withLock { state -> [Waiter] in
            state.isFinished = true
            return state.takeWaiters()
        }
        for waiter in waiters { waiter(nil) }
    }

    /// Waits for a value newer than that number; nil when none will come or the waiting task is cancelled.
    // Generic code looks up six types for each value.
    @_specialize(where Value == TaskState)
    @_specialize(where Value == TaskProgress)
    @_specialize(where Value == Int)
    func next(after number: Int) async -> Numbered? {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let answer = answer(after: number, as: ticket) { continuation.resume(returning: $0) }
                if let answer { continuation.resume(returning: answer.newest) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0).waiter }
            }
            waiter?(nil)
        }
    }

    private struct Answer {
        var newest: Numbered?
    }

    /// Answers at once, or keeps the waiter and answers nil.
    private func answer(after number: Int, as ticket: Int, orKeep waiter: @escaping Waiter) -> Answer? {
        state.withLock { state in
            // Asked under the lock: a cancellation that comes later finds the waiter in its place.
            if Task.isCancelled { return Answer(newest: nil) }
            if state.newest.number > number { return Answer(newest: state.newest) }
            if state.isFinished { return Answer(newest: nil) }
            state.waiters.append((ticket, waiter))
            return nil
        }
    }
}
