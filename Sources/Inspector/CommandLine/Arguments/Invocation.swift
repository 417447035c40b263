import RequestFormats

enum Invocation: Sendable, Equatable {
    case screen(Options)
    case demo(Options)
    case run(Options)
    case curl(Options)
    case importing(ImportFormat, input: String, Options)
    case exporting(ExportFormat, Options)
    case mock(Options)
    case history(Options)
    case diff(Options)
    case watch(Options)
    case attach(Options)
    case describe(Options)
    case completion(CompletionWish)
    /// The manual page of the program, or of a command.
    case manual(CommandName?)
    case sandbox(Options)
    /// All commands, or one.
    case help(CommandName?)
    case version
}

struct UsageError: Error, Equatable, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
