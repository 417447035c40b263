internal import EngineSupport
import Synchronization

/// The interceptors that a client has at each time, for the tasks that are under way too.
final class ClientInterceptors: Sendable {
    private let interceptors: Locked<[any Interceptor]>
    /// By itself: mostly there are none, and they are asked for in every phase of a task.
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
