import ClientEngine
import ClientEngineRecording
import EngineSupport
import RequestFormats

/// Reads a command line against ``FlagTable``: pure, it touches no file and no terminal.
struct CommandLineParser {
    private var command = CommandName.screen
    private var options = Options()
    private var answer: Invocation?
    private var rest: ArraySlice<String>

    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = CommandLineParser(rest: arguments[...])
        try parser.parseCommand()
        try parser.parseWords()
        return try parser.finish()
    }

    private mutating func parseCommand() throws(UsageError) {
        guard let word = rest.first else { return }
        if word == "help" { return try parseHelp() }
        guard let name = CommandName(rawValue: word), name != .screen else { return }
        command = name
        rest.removeFirst()
    }

    /// Reads `help`, and the command that it asks about.
    private mutating func parseHelp() throws(UsageError) {
        rest.removeFirst()
        let isManual = rest.last == "--man"
        if isManual { rest.removeLast() }
        guard let word = rest.popFirst() else { return answer = isManual ? .manual(nil) : .help(nil) }
        guard let name = CommandName(rawValue: word) else {
            throw UsageError("there is no command '\(word)'" + CommandName.hint(to: word))
        }
        answer = isManual ? .manual(name) : .help(name)
        rest = []
    }

    private mutating func parseWords() throws(UsageError) {
        while let word = rest.popFirst() {
            if command == .curl, word != "--", !Self.isOwn(word) {
                // The rest is curl's, whatever it looks like.
                options.paths = [word] + rest
                rest = []
            } else if command == .watch, word == "--" || !word.hasPrefix("-") {
                // From its first word on, the program's command line is its own.
                options.server.program = (word == "--" ? [] : [word]) + rest
                rest = []
            } else if command == .attach, word == "--" {
                options.server.program = Array(rest)
                rest = []
            } else if word == "--" {
                options.paths += rest
                rest = []
            } else if word.hasPrefix("--") {
                try parseLong(word.dropFirst(2))
            } else if word.hasPrefix("-"), word != "-" {
                try parseLetters(word.dropFirst())
            } else {
                options.paths.append(word)
            }
        }
    }

    /// Returns whether a word before those of curl's command line is for this program.
    private static func isOwn(_ word: String) -> Bool {
        FlagTable.rows.contains { flag in
            flag.commands.contains(.curl)
                && (word == "--" + flag.name || flag.letter.map { word == "-\($0)" } ?? false)
        }
    }

    private mutating func parseLong(_ word: Substring) throws(UsageError) {
        let pair = word.cut(at: "=")
        let name = String(pair?.head ?? word)
        guard let flag = FlagTable.flag(named: name) else { throw unknown("--" + name) }
        try apply(flag, as: "--" + name, value: pair.map { String($0.tail) })
    }

    /// Reads `-h`, `-eNAME` or several letters in one word.
    private mutating func parseLetters(_ letters: Substring) throws(UsageError) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let flag = FlagTable.flag(lettered: letter) else { throw unknown("-\(letter)") }
            let takesRest = flag.placeholder != nil && !letters.isEmpty
            try apply(flag, as: "-\(letter)", value: takesRest ? String(letters) : nil)
            if takesRest { return }
        }
    }

    private mutating func apply(_ flag: Flag, as written: String, value: String?) throws(UsageError) {
        guard flag.commands.contains(command) else {
            let homes = flag.commands.map(\.rawValue).sorted().joined(separator: ", ")
            throw UsageError("\(written) does not belong to '\(command.rawValue)', only to: \(homes)")
        }
        switch flag.effect {
        case .read(let placeholder, let read):
            guard let value = value ?? rest.popFirst() else {
                throw UsageError("\(written) needs a value: \(placeholder)")
            }
            try read(&options, value)
        case .set, .answer:
            guard value == nil else { throw UsageError("\(written) takes no value") }
            if case .set(let change) = flag.effect { change(&options) }
            if case .answer(let invocation) = flag.effect { answer = answer ?? invocation }
        }
    }

    private mutating func importing() throws(UsageError) -> Invocation {
        let format: ImportFormat = try parseFormat(of: "import")
        guard options.paths.count == 1 else {
            throw UsageError("import takes one INPUT: a file, a folder, or - for standard input")
        }
        return .importing(format, input: options.paths[0], options)
    }

    private mutating func parseFormat<Format: RawRepresentable & CaseIterable>(
        of command: String
    ) throws(UsageError) -> Format where Format.RawValue == String {
        guard let word = options.paths.first else {
            throw UsageError("\(command) needs a FORMAT: \(Format.names)")
        }
        guard let format = Format(rawValue: word) else {
            throw UsageError(Self.unknown("format", word, among: Format.allCases.map(\.rawValue)))
        }
        options.paths.removeFirst()
        return format
    }

    private mutating func finish() throws(UsageError) -> Invocation {
        if case .help(nil) = answer, command != .screen { return .help(command) }
        if let answer { return answer }
        if options.client.key != nil, options.client.certificate == nil {
            throw UsageError("--key needs --cert FILE")
        }
        switch command {
        case .screen:
            if options.server.screenPort == nil, let flag = options.server.firstFlag {
                throw UsageError("\(flag) needs --mock-port N")
            }
            try takeURL()
            return .screen(options)
        case .run:
            guard !options.paths.isEmpty else {
                throw UsageError("run needs at least one PATH or PATH#NAME")
            }
            if options.output != nil, !options.run.showsHead { options.run.showsBody = true }
            guard !options.isJSON || options.output != nil || !options.run.printsResponses else {
                throw UsageError(
                    "--json and a response cannot share the standard output; -o FILE takes the response")
            }
            if options.isJSON, options.run.isVerbose {
                throw UsageError("-v is for people; --json has every exchange already")
            }
            return .run(options)
        case .curl:
            guard !options.paths.isEmpty else {
                throw UsageError("curl needs a URL, with or without the options of curl")
            }
            return .curl(options)
        case .importing:
            return try importing()
        case .exporting:
            let format: ExportFormat = try parseFormat(of: "export")
            guard !options.paths.isEmpty else {
                throw UsageError("export needs at least one PATH or PATH#NAME")
            }
            return .exporting(format, options)
        case .completion:
            guard let word = options.paths.first else {
                throw UsageError("completion needs a shell: \(Self.shells)")
            }
            if word == "words" { return .completion(.words(Array(options.paths.dropFirst()))) }
            guard let shell = CompletionScript(rawValue: word) else {
                throw UsageError(
                    Self.unknown("shell", word, among: CompletionScript.allCases.map(\.rawValue)))
            }
            return .completion(.script(shell))
        case .history:
            if options.history.isErasing, !options.paths.isEmpty {
                throw UsageError("--erase erases all, and takes no FILTER")
            }
            return .history(options)
        case .diff:
            guard options.paths.count == 2 else {
                throw UsageError("diff takes two: numbers of the history, FILE.har#N, or files of bodies")
            }
            return .diff(options)
        case .describe: return .describe(options)
        case .watch:
            let opensTLS = !options.server.openedHosts.isEmpty
            if opensTLS, options.client.isInsecure {
                throw UsageError(
                    "--tls wants the servers' certificates checked: leave --insecure out, or name their authority with --cacert"
                )
            }
            if opensTLS || options.server.origins.isEmpty && options.server.upstream == nil {
                options.server.givesProxy = true
            }
            let names = options.server.origins.map(\.variable)
            if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
                throw UsageError("--as \(twice) is given twice")
            }
            return .watch(options)
        case .attach:
            guard options.paths.count < 2 else {
                throw UsageError("attach takes one SOCKET; -- stands before the words of a program")
            }
            options.server.socket = options.paths.popLast()
            return .attach(options)
        case .demo, .mock, .sandbox:
            if let path = options.paths.first {
                throw UsageError("'\(command.rawValue)' takes no path, and got '\(path)'")
            }
            switch command {
            case .demo: return .demo(options)
            case .mock: return .mock(options)
            default: return .sandbox(options)
            }
        }
    }

    private static var shells: String { CompletionScript.allCases.map(\.rawValue).joined(separator: ", ") }

    /// Takes the URL among the paths, which the screen opens a draft with.
    private mutating func takeURL() throws(UsageError) {
        let urls = options.paths.filter(Self.isURL)
        guard urls.count <= 1 else {
            throw UsageError("one URL can be opened at a time, not '\(urls[1])' too")
        }
        options.url = urls.first
        options.paths.removeAll(where: Self.isURL)
    }

    private static func isURL(_ word: String) -> Bool {
        ["http://", "https://"].contains { word.lowercased().hasPrefix($0) }
    }

    private func unknown(_ written: String) -> UsageError {
        let own = FlagTable.rows.filter { $0.commands.contains(command) }
        let names = own.map { "--" + $0.name }
        let near = SimilarNames(to: written, among: names).sentence
        return UsageError("unknown flag \(written)" + (near.map { "; \($0)" } ?? ""))
    }

    private static func unknown(_ kind: String, _ word: String, among known: [String]) -> String {
        let near = SimilarNames(to: word, among: known).sentence
        return "unknown \(kind) '\(word)'; \(near ?? "use one of: \(known.joined(separator: ", "))")"
    }
}
