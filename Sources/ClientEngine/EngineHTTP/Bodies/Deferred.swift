internal import EngineSupport

/// A value that a closure makes in a separate task, once, when it is first needed.
///
/// Copies share the value: sending a request again, or by several tasks at the same time, does not make it again. If
/// the closure throws, the next use calls it again.
public struct Deferred<Value: Sendable>: Sendable, Hashable {
    private let evaluation: IdentityBox<Evaluation<Value>>

    /// Creates a deferred value that `make` returns.
    public init(_ make: @escaping @Sendable () async throws -> Value) {
        evaluation = IdentityBox(Evaluation(make))
    }

    /// The value, or `nil` if it has not been made.
    package var ready: Value? { evaluation.object.ready }

    /// The value.
    ///
    /// The first use makes it. Cancelling a task that waits does not stop the closure, because other tasks may wait for
    /// the same value.
    var value: Value {
        get async throws { try await evaluation.object.value }
    }
}

private final class Evaluation<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case running(Task<Value, any Error>)
        case done(Value)
    }

    private let make: @Sendable () async throws -> Value
    private let state = Locked(State.idle)

    init(_ make: @escaping @Sendable () async throws -> Value) {
        self.make = make
    }

    var ready: Value? {
        state.withLock { if case .done(let value) = $0 { value } else { nil } }
    }

    var value: Value {
        get async throws {
            let running = state.withLock { state -> Task<Value, any Error> in
                switch state {
                case .done(let value): return Task { value }
                case .running(let task): return task
                case .idle:
                    let task = Task.detached { [make] in try await make() }
                    state = .running(task)
                    return task
                }
            }
            do {
                let value = try await running.value
                state.withLock { $0 = .done(value) }
                return value
            } catch {
                state.withLock { if case .running(running) = $0 { $0 = .idle } }
                throw error
            }
        }
    }
}
