import ClientEngine

/// A command line of curl, read as a request.
public struct CurlCommand: Sendable, Hashable {
    /// Says in one sentence why there is no request in a command line.
    public struct Failure: Error, Sendable, Hashable {
        /// The sentence.
        public var message: String

        /// Creates a failure.
        public init(message: String) { self.message = message }
    }

    /// What a command line asks of the program rather than of the request.
    public enum Switch: Sendable, Hashable {
        /// `-k`: certificates are not checked.
        case insecure
        /// `-L`; the request says it too.
        case followsRedirects
        /// `-i`: the head of the response is printed before its body.
        case includesHead
        /// `-v`.
        case verbose
        /// `-s`.
        case silent
        /// `-f`, `--fail-with-body`: statuses from 400 on are failures.
        case failsOnErrorStatus
        /// `-o`: the body goes to this file.
        case writes(to: String)
        /// `-O`: the body goes to a file of the URL's last name.
        case usesRemoteName
        /// `-S`: errors are told in spite of `-s`.
        case showsErrors
    }

    /// The request.
    ///
    /// Like curl, it follows redirects only with `-L`. Its body is empty when ``form`` holds files.
    public var request: Request
    /// What is not carried over, one sentence each.
    public var notes: [String]
    /// What else was asked for.
    public var switches: Set<Switch>
    /// The form of `-F`; the request's body too, unless files have to be read for it.
    public var form: MultipartForm?

    /// Reads the words of a command, with or without `curl` before them.
    public init(parsing arguments: [String]) throws(Failure) {
        let words = arguments.first.map(Self.isCurl) == true ? arguments.dropFirst() : arguments[...]
        var options = CurlOptions()
        try options.read(words)
        var builder = try CurlRequest(options)
        builder.build()
        (request, notes) = (builder.request, builder.notes)
        (switches, form) = (options.switches, builder.form)
    }

    /// Reads a line as it would be typed into a shell; nothing in it is expanded or run.
    public init(line: String) throws(Failure) {
        let shell = try ShellWords(line)
        var words = shell.words[...]
        if words.first == "$" || words.first == "%" { words = words.dropFirst() }
        guard let first = words.first, Self.isCurl(first) else {
            throw Failure(message: "This is no curl command.")
        }
        try self.init(parsing: Array(words))
        if let rest = shell.rest { notes.append("Not carried over: “\(rest)”, behind the command.") }
    }

    /// Tells whether a word is the program's name or path; a URL may end like one.
    private static func isCurl(_ word: String) -> Bool {
        guard !word.contains("://") else { return false }
        let name = word.split(separator: "/").last ?? ""
        return name == "curl" || name == "curl.exe"
    }
}
