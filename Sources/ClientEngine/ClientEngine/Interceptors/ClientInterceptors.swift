internal import EngineSupport
import Synchronization

/// The current interceptors of a client, which also apply to running tasks.
final class ClientInterceptors: Sendable {
    private let interceptors: Locked<[any Interceptor]>
    /// Stored separately, because most clients have none, and each phase of a task checks it.
    private let hasSome: Atomic<Bool>

    init(_ interceptors: [any Interceptor]) {
        self.interceptors = Locked(interceptors)
        hasSome = Atomic(!interceptors.isEmpty)
    }

    var isEmpty: Bool { !hasSome.load(ordering: .acquiring) }

    var all: [any Interceptor] { interceptors.withLock { $0 } }

    func replaceAll(by interceptors: [any Interceptor]) {
        self.interceptors.withLock { kept in
            kept = interceptors
            hasSome.store(!interceptors.isEmpty, ordering: .releasing)
        }
    }
}
