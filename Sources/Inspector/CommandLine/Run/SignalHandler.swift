import Dispatch
import Glibc

/// Turns signals into calls while it lives, and ignores SIGPIPE, so that a reader of the output that goes
/// away does not take the files asked for with it.
package final class SignalHandler {
    private let sources: [any DispatchSourceSignal]

    /// Calls the closure on any thread with the number of each signal that arrives.
    ///
    /// Signals arrive from its return on.
    package init(_ signals: [Int32] = [SIGINT, SIGTERM], _ receive: @escaping @Sendable (Int32) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        let registrations = DispatchGroup()
        sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { receive(number) }
            registrations.enter()
            source.setRegistrationHandler { registrations.leave() }
            source.resume()
            return source
        }
        registrations.wait()
    }

    deinit {
        sources.forEach { $0.cancel() }
    }
}
