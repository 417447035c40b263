/// The identifier of a task within its client, from 1.
public typealias TaskID = Int

/// The origin of a request: code, a file, an earlier task, or another program.
///
/// The program that starts a task sets the provenance, which does not affect the transfer. Use ``UserInfo`` for other
/// values.
public struct Provenance: Sendable, Hashable {
    /// The kind of origin of a request.
    ///
    /// New cases may be added in any release, so use a default case.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// A saved request in a file.
        case saved
        /// Code, or a person who composed the request.
        case compose
        /// An earlier task, which is sent again.
        case resend
        /// A curl command line.
        case curl
        /// A file of another tool.
        case `import`
        /// A program that sends through one of our proxies.
        case proxy
        /// A program that uses one of our mock servers.
        case mock
        /// A program that tunnels its bytes through one of our proxies, which does not decrypt them.
        case tunnel
        /// A program whose TLS one of our proxies has decrypted.
        case opened
        /// A program that uses this library and reports its requests.
        case attach
    }

    /// Indicates whether another program sent the request.
    public var isOfAnotherProgram: Bool { [.proxy, .mock, .tunnel, .opened, .attach].contains(source) }

    /// The kind of origin.
    public var source: Source
    /// The file of the saved request, or `nil`.
    public var file: String?
    /// The line in that file, from 1, or `nil`.
    public var line: Int?
    /// The identifier of the task that this one sends again, or `nil`.
    public var resendOf: Int?

    /// The program that sent the request, or `nil` if it is this program or unknown.
    public var program: AskingProgram?

    /// Creates a provenance.
    public init(_ source: Source, file: String? = nil, line: Int? = nil, resendOf: TaskID? = nil) {
        self.source = source
        self.file = file
        self.line = line
        self.resendOf = resendOf
    }

    /// The provenance of a request that code or a person composed.
    public static let composed = Provenance(.compose)
}

/// A program that uses one of our servers, or is attached.
public struct AskingProgram: Sendable, Hashable {
    /// The name of the executable, without its folder.
    public let name: String
    /// The identifier of the process.
    public let process: Int
    /// The name and the process identifier: `curl 4711`.
    public var text: String { "\(name) \(process)" }

    /// Creates a program.
    public init(name: String, process: Int) {
        self.name = name
        self.process = process
    }
}
