import ClientEngine

/// A command line of curl, read as a request.
public struct CurlCommand: Sendable, Hashable {
    /// Says in one sentence why there is no request in a command line.
    public struct SyntaxError: Error, Sendable, Hashable {
        /// The sentence.
        public var message: String

        /// Creates a failure.
        public init(message: String) { self.message = message }
    }

    /// A flag that is about the program rather than the request.
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
        /// `-w`: what is printed when all is over.
        case writesOut(format: String)
        /// `-S`: errors are told in spite of `-s`.
        case showsErrors
    }

    /// The request.
    ///
    /// Like curl, it follows redirects only with `-L`. Its body is empty when ``form`` holds files.
    public var request: Request
    /// The warnings, one sentence each.
    public var notes: [String]
    /// The switches that were given.
    public var switches: Set<Switch>
    /// The form of `-F`; the request's body too, unless files have to be read for it.
    public var form: MultipartForm?
    /// The variables of the shell that the line names, as references in its texts.
    var shellVariables: Set<String> = []

    /// Reads the words of a command, with or without `curl` before them; the first request is taken.
    public init(parsing arguments: [String]) throws(SyntaxError) {
        var options = CurlOptions()
        let next = try options.read(Self.arguments(of: arguments))
        self = try Self.commands(of: options)[0]
        for url in options.urls.dropFirst() { notes.append("Not carried over: the further URL \(url).") }
        if !next.isEmpty { notes.append("Not carried over: the requests behind --next.") }
    }

    /// Reads a line as it would be typed into a shell; nothing in it is run, and `$NAME` becomes `{{NAME}}`.
    public init(line: String) throws(SyntaxError) {
        if CmdLexer.isWritten(line) {
            let prompt = try CmdLexer(Array(line.utf8)[...])
            try self.init(parsing: Self.checked(prompt.words))
            note(rest: String(decoding: prompt.rest, as: UTF8.self).trimmed)
            return
        }
        if PowerShell.isWritten(line) {
            throw SyntaxError(message: "It is written for PowerShell; \(PowerShell.instead) can be read.")
        }
        let shell = try ShellLexer(line, isTemplate: true)
        try self.init(parsing: Self.checked(shell.words))
        note(shell.expansions)
        note(rest: shell.rest ?? "")
    }

    private mutating func note(rest: String) {
        if !rest.isEmpty { notes.append("Not carried over: “\(rest)”, behind the command.") }
    }

    private mutating func note(_ expansions: [ShellExpansion]) {
        notes += ShellExpansion.notes(on: expansions)
        shellVariables = ShellExpansion.variables(of: expansions)
    }

    /// Reads the words of a command as all the requests it makes: one for each URL, and those behind `--next`.
    static func all(
        parsing arguments: [String], _ expansions: [ShellExpansion] = []
    ) throws(SyntaxError) -> [CurlCommand] {
        var words = Self.arguments(of: arguments)
        var commands: [CurlCommand] = []
        repeat {
            var options = CurlOptions()
            words = try options.read(words)
            commands += try Self.commands(of: options)
        } while !words.isEmpty
        for index in commands.indices {
            commands[index].shellVariables = ShellExpansion.variables(of: expansions)
        }
        return commands
    }

    private init(_ options: CurlOptions, url: String) throws(SyntaxError) {
        let builder = try CurlRequest(options, url: url)
        (request, notes) = (builder.request, builder.notes)
        (switches, form) = (options.switches, builder.form)
    }

    private static func commands(of options: CurlOptions) throws(SyntaxError) -> [CurlCommand] {
        guard !options.urls.isEmpty else { throw SyntaxError(message: "The curl command names no URL.") }
        return try options.urls.map { url throws(SyntaxError) in try CurlCommand(options, url: url) }
    }

    private static func arguments(of words: [String]) -> ArraySlice<String> {
        words.first.map(isCurl) == true ? words.dropFirst() : words[...]
    }

    static func checked(_ words: [String]) throws(SyntaxError) -> [String] {
        let words = words.first == "$" || words.first == "%" ? words.dropFirst() : words[...]
        guard let first = words.first, isCurl(first) else {
            throw SyntaxError(message: "This is not a curl command.")
        }
        return Array(words)
    }

    /// Returns whether a word is the program's name or path; a URL may end like one.
    static func isCurl(_ word: String) -> Bool {
        guard word.hasSuffix("curl") || word.hasSuffix("curl.exe"), !word.contains("://") else {
            return false
        }
        let name = word.split(at: "/").last ?? ""
        return name == "curl" || name == "curl.exe"
    }
}
