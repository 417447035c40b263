import EnginePatterns

/// Regular expressions for the modules above, which do not know where the engine has them from.
package struct TextPattern: Sendable {
    /// Says in one sentence why an expression cannot be used.
    package struct CompilingError: Error, Sendable {
        package var message: String
    }

    private let pattern: Pattern

    /// Compiles an expression in the syntax of PCRE2.
    package init(_ source: String) throws(CompilingError) {
        do throws(PatternError) {
            pattern = try Pattern(source)
        } catch {
            throw CompilingError(message: error.description)
        }
    }

    /// Returns whether it matches somewhere in the text; it gives up on one that takes too long.
    package func isFound(in text: String) throws(CompilingError) -> Bool {
        do throws(PatternError) {
            return try pattern.contains(in: text)
        } catch {
            throw CompilingError(message: error.description)
        }
    }
}
