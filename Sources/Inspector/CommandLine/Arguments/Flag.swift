/// One row of the table of flags: what it is called, where it belongs and what it does.
struct Flag: Sendable {
    /// What a flag changes.
    enum Effect: Sendable {
        /// Changes the options; takes no value.
        case set(@Sendable (inout Options) -> Void)
        /// Takes a value, named in the help by `placeholder`, and reads it into the options.
        case read(placeholder: String, @Sendable (inout Options, String) throws(UsageError) -> Void)
        /// Answers instead of the command.
        case answer(Invocation)
        /// Is promised for a later version.
        case reserved
    }

    var name: String
    var letter: Character?
    var commands: Set<CommandName>
    var help: String
    var effect: Effect

    init(
        _ name: String, letter: Character? = nil, of commands: Set<CommandName>, _ help: String,
        _ effect: Effect
    ) {
        self.name = name
        self.letter = letter
        self.commands = commands
        self.help = help
        self.effect = effect
    }

    /// The value's name in the help; nil for a flag that takes none.
    var placeholder: String? {
        if case .read(let placeholder, _) = effect { placeholder } else { nil }
    }

    /// Tells whether the flag stands in the help.
    var isListed: Bool {
        if case .reserved = effect { false } else { true }
    }
}
