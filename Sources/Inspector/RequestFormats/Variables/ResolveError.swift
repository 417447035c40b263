import ClientEngine
import EngineSupport

/// Says why a saved request cannot be made into one that can be sent, and where.
public struct ResolveError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Kind: Sendable, Hashable {
        /// The request is malformed; its diagnostics say how.
        case malformed
        /// No variable has this name.
        case undefined(name: String)
        /// The value comes from another request, which has not been sent.
        case unsent(ExchangeReference)
        /// These variables must be asked for or given first.
        case unanswered([String])
        /// A variable leads back to itself over these names.
        case cycle([String])
        /// Variables are nested too deeply.
        case tooDeep
        /// The text would get too large.
        case tooLarge
        /// A value made something that cannot be sent.
        case invalid
        /// A file is outside of the folder, or could not be read.
        case file
        /// A command that a value comes from has failed.
        case command
        /// Something that nobody has allowed the document.
        case withheld(Ask)
        /// Something that is recognised but not supported.
        case unsupported
    }

    /// The kind.
    public var kind: Kind
    /// One sentence for a person.
    public var message: String
    /// The line, from 1; 0 when it has no place in the document.
    public var line: Int
    /// The column, from 1.
    public var column: Int
    /// Known names that look like the one that is not.
    public var near: [String]

    /// Creates an error without a place.
    public init(_ kind: Kind, _ message: String, near: [String] = []) {
        self.kind = kind
        self.message = message
        self.near = near
        line = 0
        column = 0
    }

    func at(_ place: Template.Piece) -> ResolveError { at(line: place.line, column: place.column) }

    func at(_ place: Template) -> ResolveError { at(line: place.line, column: place.column) }

    func at(_ place: Diagnostic) -> ResolveError { at(line: place.line, column: place.column) }

    /// Adds a place, unless the error has one already.
    func at(line: Int, column: Int) -> ResolveError {
        guard self.line == 0 else { return self }
        var error = self
        error.line = line
        error.column = column
        return error
    }

    /// Names the environment file of a setting that the error is in; one in the document has a line there.
    func explained(by setting: DefaultSetting, for saved: SavedRequest) -> ResolveError {
        guard let path = setting.environmentFile else { return self }
        var error = self
        (error.line, error.column) = (saved.line, 1)
        error.message = "\(setting.name) of \(path): \(message)"
        return error
    }

    /// The error as something to show beside others.
    public var diagnostic: Diagnostic {
        Diagnostic(
            .error, line: line, column: column, message,
            expected: SimilarNames.question(near))
    }

    /// The text for people.
    public var description: String { diagnostic.description }
}
