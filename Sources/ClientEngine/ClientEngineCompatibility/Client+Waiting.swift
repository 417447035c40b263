import ClientEngine
import Dispatch
internal import EngineSupport
import Foundation
import Glibc

/// A thread on which other work depends, and which a caller may nevertheless allow to block.
public enum BlockableThread: Sendable, Hashable {
    /// The main thread.
    ///
    /// While it is blocked, no code of the main actor runs.
    case main
    /// A thread that runs Swift tasks.
    ///
    /// Parsing needs another of these few threads, and may wait for it forever.
    case swiftTasks
}

/// The limits of a blocking call.
struct Waiting: Sendable {
    let timeout: Duration
    /// The time that the thread waits after the timeout.
    let gap: Duration
    /// The threads that may be blocked in addition to threads on which no other work depends.
    let threads: Set<BlockableThread>
}

extension Client {
    /// Sends a request and blocks the calling thread until its value is available: the complete `Response`, with any
    /// status, or the value of a `TypedRequest`.
    ///
    /// This method is for programs that have their own threads. All others should use `send(_:)`.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeout: The time limit of the whole task, including retries and parsing. The request or the client may have
    ///     a shorter one.
    ///   - gap: The time that the thread waits after the timeout for a task that should have ended, because the engine
    ///     still determines why it failed.
    ///   - threads: The threads that may be blocked in addition to threads on which no other work depends.
    /// - Returns: The value.
    /// - Throws: `CancellationError`; `ClientError` of the kind `timeout` when the time is over, which also cancels the
    ///   task; `ClientError` of the kind `unsupported` on a thread that must not be blocked, before anything is sent;
    ///   or the error of parsing.
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

    /// Sends a request and blocks the calling thread until its complete response is available; see
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
    /// Throws if the calling thread must not be blocked.
    fileprivate func check() throws(ClientError) {
        if MainQueue.isCurrent, !threads.contains(.main) { throw .blocking("the main thread") }
        let isInTask = withUnsafeCurrentTask { $0 != nil }
        if isInTask, !threads.contains(.swiftTasks) { throw .blocking("the thread of a Swift task") }
    }

    /// Returns the request with a deadline that ends it before the thread stops waiting.
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
    /// Returns the time after `duration`.
    ///
    /// Dispatch's own addition traps on overflow.
    fileprivate static func after(_ duration: Duration) -> DispatchTime {
        // A tenth of the range, 29 years, is safe for any clock.
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

/// Recognizes the queue of the main actor, which has no fixed thread on Linux.
private enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }
}
