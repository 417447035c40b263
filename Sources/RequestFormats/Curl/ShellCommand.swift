/// The words of a simple command.
public enum ShellCommand {
    /// Cuts a line as a POSIX shell does; nothing in it is expanded or run.
    ///
    /// Nil where a quotation mark does not end, or more than one command stands there.
    public static func words(of line: String) -> [String]? {
        guard let cut = try? ShellLexer(line), cut.rest == nil, !cut.words.isEmpty else { return nil }
        return cut.words
    }
}
