import Glibc

/// The exit statuses of the program.
package enum ExitStatus: Int32, Sendable {
    case success = 0
    /// A task has failed by its verdict or could not be sent, or `--fail-if` matched one.
    case failure = 1
    /// Bad usage or input; nothing was sent.
    case usage = 2
    /// SIGHUP arrived: the terminal is gone.
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    /// The reader of the output went away before its end, as with SIGPIPE.
    case brokenPipe = 141
    case terminated = 143

    /// The status for a signal that ended the program.
    init(signal: Int32?) {
        self = signal == SIGTERM ? .terminated : signal == nil ? .success : .interrupted
    }
}
