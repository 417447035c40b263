/// Numbers a task within its client, from 1.
package typealias TaskID = Int

/// The origin of a request: who made it, and where it is saved.
package struct Provenance: Sendable, Hashable {
    /// The ways a request can come about; the words of `--json`.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// From a saved request of a file.
        case saved
        /// Written by hand, or by a program.
        case compose
        /// From a task, sent again.
        case resend
        /// From a curl line.
        case curl
        /// From another tool's file.
        case `import`
        /// From a program that sends through a proxy of ours.
        case proxy
        /// From a program that asks a mock server of ours.
        case mock
        /// From a program that has a proxy of ours tunnel its bytes, which are not looked into.
        case tunnel
        /// From a program whose TLS a proxy of ours has opened.
        case opened
        /// From a program that embeds this library, sends by itself, and tells of it.
        case attach
    }

    /// Indicates whether another program has sent the request.
    package var isOfAnotherProgram: Bool { [.proxy, .mock, .tunnel, .opened, .attach].contains(source) }

    package var source: Source
    /// The saved request's file.
    package var file: String?
    /// The line in that file, from 1.
    package var line: Int?
    /// The task this one sends again.
    package var resendOf: Int?

    /// The program that has sent it; nil where it is our own, or not known.
    package var program: AskingProgram?
    /// The servers that it asks under addresses of ours; nil where there are none.
    package var relayedOrigins: RelayedOrigins?

    package init(_ source: Source, file: String? = nil, line: Int? = nil, resendOf: TaskID? = nil) {
        self.source = source
        self.file = file
        self.line = line
        self.resendOf = resendOf
    }

    /// Written by hand, or by a program.
    package static let composed = Provenance(.compose)
}

/// A program that asks a server of ours, or is attached.
package struct AskingProgram: Sendable, Hashable {
    /// Its name, without the folders before it.
    package let name: String
    /// The number of its process.
    package let process: Int
    /// Both: `curl 4711`.
    package var text: String { "\(name) \(process)" }

    package init(name: String, process: Int) {
        self.name = name
        self.process = process
    }
}
