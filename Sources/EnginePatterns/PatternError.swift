/// The reason why a pattern could not be compiled, or a match not decided.
public enum PatternError: Error, Hashable, Sendable {
    /// The pattern is wrong: a phrase for a person, and the UTF-8 offset in the pattern where it was noticed.
    case invalid(message: String, offset: Int)
    /// The match took more steps or memory than the pattern allows itself; whether it exists is not known.
    case limit
}

extension PatternError: CustomStringConvertible {
    /// One sentence for a person.
    public var description: String {
        switch self {
        case .invalid(let message, let offset):
            "The regular expression is wrong at offset \(offset): \(message)."
        case .limit:
            "The regular expression takes too long on this text."
        }
    }
}
