import EngineJSON

/// The reason why a path is invalid, or why its evaluation was stopped.
public struct JSONPathError: Error, Hashable, Sendable {
    /// The kind of an error.
    public enum Kind: Hashable, Sendable {
        /// The text does not follow the grammar.
        case syntax
        /// The text follows the grammar, but a function or a comparison has an argument of the wrong type.
        case type
        /// The path is too long or too deeply nested, or its evaluation takes too long.
        case limit
    }

    /// The kind of the error.
    public let kind: Kind
    /// The column in the path, from 1, counted in Unicode scalars; `nil` if the evaluation was stopped.
    public let column: Int?
    /// A message for a person, without a full stop.
    public let message: String
}

extension JSONPathError: CustomStringConvertible {
    /// One sentence that describes the error to a person.
    public var description: String {
        column.map { "\(message), at column \($0) of the path." } ?? "\(message)."
    }
}
