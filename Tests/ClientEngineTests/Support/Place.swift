import Dispatch
import EngineSupport
import Foundation

@testable import ClientEngine

/// The execution context of code: whether on the main actor's queue, and the thread.
struct Place: Sendable {
    private static let main: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    let isMain: Bool
    let thread: pthread_t

    /// The context of the caller.
    static var here: Place {
        Place(isMain: DispatchQueue.getSpecific(key: main) == true, thread: pthread_self())
    }
}

/// The contexts in which something ran.
final class Places: Sendable {
    private let seen = Locked<[Place]>([])

    var all: [Place] { seen.withLock { $0 } }

    func note() {
        let here = Place.here
        seen.withLock { $0.append(here) }
    }
}

extension Client {
    /// Returns the thread of the loop that runs new tasks.
    func loopThread() async -> pthread_t {
        let promise = Promise<pthread_t>()
        loop.enqueue { _ in promise.fulfil(pthread_self()) }
        return await promise.value
    }
}

extension Client {
    /// Waits until the loop has finished everything requested before.
    func takeTurn() async throws {
        try mocks.add(.get("/turn"), .status(204))
        _ = try await send(.get("/turn"))
    }
}

extension RequestTask {
    /// Waits until the task is in a state or has ended.
    func reach(_ goal: TaskState) async {
        for await state in states where state == goal { return }
    }
}

/// Calls a closure with each number on a separate thread, all at the same time, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let left = Locked(count)
    let areDone = Promise<Void>()
    for number in 0..<count {
        Thread.detachNewThread {
            body(number)
            let isLast = left.withLock {
                $0 -= 1
                return $0 == 0
            }
            if isLast { areDone.fulfil(()) }
        }
    }
    await areDone.value
}
