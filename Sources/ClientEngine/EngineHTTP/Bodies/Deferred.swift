internal import EngineSupport

/// A value that is made when it is first needed, once, off the threads that ask for it.
///
/// Copies share the value: a request that is sent again, or by several tasks at a time, does not make it again. An
/// attempt to make it that throws is forgotten, so that the next need tries anew.
public struct Deferred<Value: Sendable>: Sendable, Hashable {
    private let evaluation: IdentityBox<Evaluation<Value>>

    /// Creates a value that the closure makes.
    public init(_ make: @escaping @Sendable () async throws -> Value) {
        evaluation = IdentityBox(Evaluation(make))
    }

    /// The value, if it has been made.
    package var ready: Value? { evaluation.object.ready }

    /// The value, which is made now if it is not there yet.
    ///
    /// Cancelling the task that waits does not stop the making: others may wait for it too.
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
