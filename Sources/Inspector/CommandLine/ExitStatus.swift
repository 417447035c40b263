import Glibc

/// An exit status of the program; `watch` has any that the watched program ends with.
package struct ExitStatus: RawRepresentable, Sendable, Hashable, CaseIterable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let success = Self(rawValue: 0)
    /// A task has failed by its verdict or could not be sent, or `--fail-if` matched one.
    package static let failure = Self(rawValue: 1)
    /// Bad usage or input; nothing was sent.
    package static let usage = Self(rawValue: 2)
    /// SIGHUP arrived: the terminal is gone.
    package static let hungUp = Self(rawValue: 129)
    package static let interrupted = Self(rawValue: 130)
    package static let quit = Self(rawValue: 131)
    /// The reader of the output went away before its end, as with SIGPIPE.
    package static let brokenPipe = Self(rawValue: 141)
    package static let terminated = Self(rawValue: 143)
    /// The program to watch could not be run, or was not found; the numbers are those of shells.
    package static let notExecutable = Self(rawValue: 126)
    package static let notFound = Self(rawValue: 127)

    /// Those that the program has of its own.
    package static let allCases: [Self] = [
        .success, .failure, .usage, .notExecutable, .notFound, .hungUp, .interrupted, .quit, .brokenPipe,
        .terminated,
    ]

    /// Its meaning, for the documents and for `describe`.
    var meaning: String {
        switch self {
        case .success: "all good"
        case .failure:
            "a task failed or could not be sent, a request was left out, or --fail-if matched; of diff: there are differences"
        case .usage:
            "nothing was sent: what was asked for is wrong, or no request could be read and filled in"
        case .notExecutable: "watch, attach: the program cannot be run"
        case .notFound: "watch, attach: there is no such program"
        case .hungUp: "the terminal is gone (SIGHUP)"
        case .interrupted: "interrupted (SIGINT); what was live was cancelled, and files were written"
        case .quit: "ended by SIGQUIT"
        case .brokenPipe: "the reader of the output went away before its end; what was live was cancelled"
        case .terminated: "ended by SIGTERM; what was live was cancelled, and files were written"
        default: "the status of the program that was watched"
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
