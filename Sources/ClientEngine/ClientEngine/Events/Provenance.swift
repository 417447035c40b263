/// Numbers a task within its client, from 1.
public typealias TaskID = Int

/// The way in which a request came about: from code, a file, an earlier task or another program.
///
/// The starter of a task states it; it does not change how the request is sent. ``UserInfo`` holds other values of a request.
public struct Provenance: Sendable, Hashable {
    /// The ways in which a request can come about.
    ///
    /// New cases may be added in any release: switch with a default.
    public enum Source: String, Sendable, Hashable, CaseIterable {
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
    public var isOfAnotherProgram: Bool { [.proxy, .mock, .tunnel, .opened, .attach].contains(source) }

    /// The way in which the request came about.
    public var source: Source
    /// The saved request's file.
    public var file: String?
    /// The line in that file, from 1.
    public var line: Int?
    /// The task this one sends again.
    public var resendOf: Int?

    /// The program that has sent it; nil where it is our own, or not known.
    public var program: AskingProgram?

    /// Creates a provenance.
    public init(_ source: Source, file: String? = nil, line: Int? = nil, resendOf: TaskID? = nil) {
        self.source = source
        self.file = file
        self.line = line
        self.resendOf = resendOf
    }

    /// Written by hand, or by a program.
    public static let composed = Provenance(.compose)
}

/// A program that asks a server of ours, or is attached.
public struct AskingProgram: Sendable, Hashable {
    /// Its name, without the folders before it.
    public let name: String
    /// The number of its process.
    public let process: Int
    /// Both: `curl 4711`.
    public var text: String { "\(name) \(process)" }

    /// Creates a program.
    public init(name: String, process: Int) {
        self.name = name
        self.process = process
    }
}
