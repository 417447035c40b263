import Glibc

/// The exit statuses of the program.
package enum ExitStatus: Int32, Sendable, CaseIterable {
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

    /// Its meaning, for the documents and for `describe`.
    var meaning: String {
        switch self {
        case .success: "all good"
        case .failure:
            "a task failed or could not be sent, a request was left out, or --fail-if matched; of diff: there are differences"
        case .usage:
            "nothing was sent: what was asked for is wrong, or no request could be read and filled in"
        case .hungUp: "the terminal is gone (SIGHUP)"
        case .interrupted: "interrupted (SIGINT); what was live was cancelled, and files were written"
        case .quit: "ended by SIGQUIT"
        case .brokenPipe: "the reader of the output went away before its end; what was live was cancelled"
        case .terminated: "ended by SIGTERM; what was live was cancelled, and files were written"
        }
    }

    init(signal: Int32?) {
        switch signal {
        case nil: self = .success
        case SIGTERM: self = .terminated
        case SIGPIPE: self = .brokenPipe
        default: self = .interrupted
        }
    }
}
