/// One row of the table of flags: what it is called, where it belongs and what it does.
struct Flag: Sendable {
    enum Effect: Sendable {
        case set(@Sendable (inout Options) -> Void)
        /// Takes a value, named in the help by `placeholder`, and reads it into the options.
        case read(placeholder: String, @Sendable (inout Options, String) throws(UsageError) -> Void)
        /// In a block of its own: it is far larger than all others.
        indirect case answer(Invocation)

        static func mark(_ property: WritableKeyPath<Options, Bool> & Sendable) -> Effect {
            .set { $0[keyPath: property] = true }
        }

        /// Sets a property to the value that is read; by default to the text itself.
        static func value<Value>(
            _ placeholder: String, _ property: WritableKeyPath<Options, Value> & Sendable,
            _ read: @escaping @Sendable (String) throws(UsageError) -> Value
        ) -> Effect {
            .read(placeholder: placeholder) { options, text throws(UsageError) in
                options[keyPath: property] = try read(text)
            }
        }

        static func value(
            _ placeholder: String, _ property: WritableKeyPath<Options, String?> & Sendable
        ) -> Effect {
            .read(placeholder: placeholder) { $0[keyPath: property] = $1 }
        }

        /// Appends the values that are read, each time the flag is given.
        static func values<Value>(
            _ placeholder: String, _ property: WritableKeyPath<Options, [Value]> & Sendable,
            _ read: @escaping @Sendable (String) throws(UsageError) -> [Value]
        ) -> Effect {
            .read(placeholder: placeholder) { options, text throws(UsageError) in
                options[keyPath: property] += try read(text)
            }
        }
    }

    var name: String
    var letter: Character?
    var commands: [CommandName]
    var help: String
    var effect: Effect

    init(
        _ name: String, letter: Character? = nil, of commands: [CommandName], _ help: String,
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
}
