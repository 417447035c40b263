import EnginePatterns

/// Regular expressions for the modules above, which do not know where the engine has them from.
package struct TextPattern: Sendable {
    /// Says in one sentence why an expression cannot be used.
    package struct CompilingError: Error, Sendable {
        package var message: String

        init(_ error: PatternError) { message = error.description }
    }

    private let pattern: Pattern

    /// Compiles an expression in the syntax of PCRE2.
    package init(_ source: String) throws(CompilingError) {
        pattern = try Result { () throws(PatternError) in try Pattern(source) }
            .mapError(CompilingError.init).get()
    }

    /// Returns whether it matches somewhere in the text; it gives up on one that takes too long.
    package func isFound(in text: String) throws(CompilingError) -> Bool {
        try Result { () throws(PatternError) in try pattern.contains(in: text) }
            .mapError(CompilingError.init).get()
    }
}
