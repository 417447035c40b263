struct CurlScript {
    private(set) var commands: [CurlCommand] = []
    private(set) var warnings: [RequestCollection.Warning] = []

    init(_ file: ImportFile) throws(ImportError) {
        let text = try file.text()
        if CmdLexer.isWritten(text) {
            try readPrompt(Array(text.utf8)[...], of: file)
            return
        }
        if PowerShell.isWritten(text) {
            throw ImportError(file.path, "It is written for PowerShell.", expected: PowerShell.instead)
        }
        try readShell(Array(text.utf8)[...], of: file)
    }

    private mutating func readPrompt(_ bytes: ArraySlice<UInt8>, of file: ImportFile) throws(ImportError) {
        var rest = bytes
        var line = 1
        while !rest.isEmpty {
            let prompt = try Result { () throws(CurlCommand.SyntaxError) in try CmdLexer(rest) }
                .mapError { ImportError(file.path, line: line, $0.message) }.get()
            try readCommand(prompt.words, [], of: file, line: line)
            line += rest[..<prompt.rest.startIndex].count { $0 == 0x0A }
            rest = prompt.rest
        }
    }

    private mutating func readShell(_ bytes: ArraySlice<UInt8>, of file: ImportFile) throws(ImportError) {
        var rest = bytes
        var line = 1
        while !rest.isEmpty {
            let shell = try Result { () throws(CurlCommand.SyntaxError) in
                try ShellLexer(bytes: rest, isTemplate: true)
            }
            .mapError { ImportError(file.path, line: line, $0.message) }.get()
            let blank = rest.prefix { $0 == 0x0A || $0 == 0x0D || $0.isBlank }
            try readCommand(
                shell.words, shell.expansions, of: file, line: line + blank.count { $0 == 0x0A })
            guard let end = shell.restStart else { return }
            line += rest[..<end].count { $0 == 0x0A }
            rest = behindOperator(rest[end...], line: line)
        }
    }

    private mutating func readCommand(
        _ words: [String], _ expansions: [ShellExpansion], of file: ImportFile, line: Int
    ) throws(ImportError) {
        let command = words.drop { !CurlCommand.isCurl($0) }
        if !command.isEmpty {
            try read(file, line: line) { () throws(CurlCommand.SyntaxError) in
                try CurlCommand.all(parsing: Array(command), expansions)
            }
            warnings += ShellExpansion.notes(on: expansions).map { .init("line \(line)", $0) }
        } else if let first = words.first {
            warnings.append(.init("line \(line)", "“\(first)” is not a curl command and is left out."))
        }
    }

    /// Returns the next command; what a redirection names is left out with the rest of its line.
    private mutating func behindOperator(_ rest: ArraySlice<UInt8>, line: Int) -> ArraySlice<UInt8> {
        let mark = rest.prefix { "|;&<>".utf8.contains($0) }
        let next = rest[mark.endIndex...]
        guard mark.contains(where: { "<>".utf8.contains($0) }) else { return next }
        let name = String(decoding: mark, as: UTF8.self)
        warnings.append(.init("line \(line)", "Not carried over: \(name), and what stands behind it."))
        return next.drop { $0 != 0x0A }
    }

    private mutating func read(
        _ file: ImportFile, line: Int, _ commands: () throws(CurlCommand.SyntaxError) -> [CurlCommand]
    ) throws(ImportError) {
        self.commands += try Result(catching: commands)
            .mapError { ImportError(file.path, line: line, $0.message) }.get()
    }
}
