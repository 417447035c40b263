import Dispatch
import Glibc

/// Turns SIGINT and SIGTERM into calls while it lives, and ignores SIGPIPE, so that a reader of the output that goes
/// away does not take the files asked for with it.
package final class SignalHandler {
    private let sources: [any DispatchSourceSignal]

    /// Calls the closure on any thread with the number of each signal that arrives.
    package init(_ receive: @escaping @Sendable (Int32) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { receive(number) }
            source.resume()
            return source
        }
    }

    deinit {
        sources.forEach { $0.cancel() }
    }
}
