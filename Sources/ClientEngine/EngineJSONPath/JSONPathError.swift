import EngineJSON

/// The reason why a path is wrong, or its evaluation was given up.
public struct JSONPathError: Error, Hashable, Sendable {
    /// The three ways in which a path fails.
    public enum Kind: Hashable, Sendable {
        /// The text is not in the grammar.
        case syntax
        /// The grammar allows it, and a function or comparison is given what it does not take.
        case type
        /// The path is too long or nested too deeply, or looking for its places takes too long.
        case limit
    }

    /// The way in which the path failed.
    public let kind: Kind
    /// The column in the path, from 1, counted in Unicode scalars; nil when it was given up while evaluated.
    public let column: Int?
    /// A phrase for a person, without a full stop.
    public let message: String
}

extension JSONPathError: CustomStringConvertible {
    /// One sentence for a person.
    public var description: String {
        column.map { "\(message), at column \($0) of the path." } ?? "\(message)."
    }
}
