import ClientEngine
import Dispatch
internal import EngineSupport
import Foundation
import Glibc

/// A thread that may be blocked although much depends on it.
public enum BlockableThread: Sendable, Hashable {
    /// The main thread: nothing of the main actor runs meanwhile.
    case main
    /// A thread that runs a Swift task: parsing needs another one of those few, and may wait for it in vain.
    case swiftTasks
}

/// The limits of a thread that waits.
struct Waiting: Sendable {
    let timeout: Duration
    /// The time that the thread waits beyond the timeout.
    let gap: Duration
    /// The threads that may be blocked besides those that nothing else depends on.
    let threads: Set<BlockableThread>
}

extension Client {
    /// Sends a request and blocks the calling thread until its value is there: the complete `Response`, whatever its
    /// status, or what a `TypedRequest` makes of it.
    ///
    /// For programs that have threads of their own. Everything else is better off with `send(_:)`.
    /// - Parameters:
    ///   - request: What is sent.
    ///   - timeout: How long the whole task may take, retries, parsing and all, unless its request or its client allows less.
    ///   - gap: How much longer the thread waits for a task that ought to be over, because somebody still looks at why it
    ///     failed.
    ///   - threads: The threads that may be blocked besides those that nothing else depends on.
    /// - Returns: The value.
    /// - Throws: `CancellationError`; `ClientError`, of the kind `timeout` when time is up, whereupon the task is cancelled,
    ///   and of the kind `unsupported`, before anything is sent, on a thread that must not be blocked; what parsing threw.
    @available(*, noasync, message: "use send(_:), which blocks no thread")
    public func sendAndWait<Value>(
        _ request: some RequestConvertible<Value>, timeout: Duration = .seconds(30),
        gap: Duration = .seconds(3), blocking threads: Set<BlockableThread> = []
    ) throws -> Value {
        let waiting = Waiting(timeout: timeout, gap: gap, threads: threads)
        try waiting.check()
        let limited = request.typedRequest.with { $0.request = waiting.limit($0.request, of: self) }
        return try waiting.end(of: task(for: limited))
    }

    /// Sends a request and blocks the calling thread until its complete response is there; see
    /// ``sendAndWait(_:timeout:gap:blocking:)``.
    @available(*, noasync, message: "use send(_:), which blocks no thread")
    public func sendAndWait(
        _ request: Request, timeout: Duration = .seconds(30), gap: Duration = .seconds(3),
        blocking threads: Set<BlockableThread> = []
    ) throws -> Response {
        try sendAndWait(request.typedRequest, timeout: timeout, gap: gap, blocking: threads)
    }
}

extension Waiting {
    /// Throws where the thread must not be blocked.
    fileprivate func check() throws(ClientError) {
        if MainQueue.isCurrent, !threads.contains(.main) { throw .blocking("the main thread") }
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        if isInTask, !threads.contains(.swiftTasks) { throw .blocking("the thread of a Swift task") }
    }

    /// The request, with a deadline that ends it before the thread's patience does.
    fileprivate func limit(_ request: Request, of client: Client) -> Request {
        let allowed = client.totalTimeout(of: request)
        return request.with { $0.totalTimeout = min(allowed ?? timeout, timeout) }
    }

    fileprivate func end<Value>(of task: RequestTask<Value>) throws -> Value {
        let result = Locked<TaskResult<Value>?>(nil)
        let isOver = DispatchSemaphore(value: 0)
        task.onCompletion(on: .anywhere) { ended in
            result.withLock { $0 = ended }
            isOver.signal()
        }
        task.resume()
        let patience = timeout + gap
        if isOver.wait(timeout: .after(patience)) == .timedOut {
            task.cancel()
            let phase = task.record.lastExchange?.phases.last?.phase ?? .queue
            throw ClientError.timeout(phase, after: patience)
        }
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

extension DispatchTime {
    /// The time so much later than now; the clock's own sum traps where 64 bits do not hold it.
    fileprivate static func after(_ duration: Duration) -> DispatchTime {
        // A tenth of what they hold, 29 years, leaves room for any clock.
        let nanoseconds = duration.nanoseconds
        return nanoseconds < .max / 10 ? .now() + .nanoseconds(Int(max(0, nanoseconds))) : .distantFuture
    }
}

extension ClientError {
    fileprivate static func blocking(_ thread: String) -> ClientError {
        ClientError(
            .unsupported, .queue, "\(thread) must not be blocked",
            hint: "wait with await, or on a thread of your own")
    }
}

/// Knows the queue of the main actor, which no fixed thread serves on Linux.
private enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }
}
