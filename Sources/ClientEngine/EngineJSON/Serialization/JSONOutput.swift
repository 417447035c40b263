/// What JSON can be written to piece by piece, in the order of the text.
///
/// Each value goes where the one before has ended; commas write themselves. What is nil is left out. Names and words are literals that
/// need no escapes.
public protocol JSONOutput: Sendable {
    /// Creates an empty output.
    init()
    /// Begins anew.
    mutating func clear()

    /// Begins an object: a member with a name, or without one an element or the whole text.
    mutating func beginObject(_ name: StaticString?)
    /// Ends the object that was begun last.
    mutating func endObject()
    /// Begins an array: a member with a name, or without one an element or the whole text.
    mutating func beginArray(_ name: StaticString?)
    /// Ends the array that was begun last.
    mutating func endArray()

    /// Writes a member that is a text.
    mutating func member(_ name: StaticString, _ text: String?)
    /// Writes a member that is a whole number.
    mutating func member(_ name: StaticString, _ number: Int?)
    /// Writes a member that is a number with a fraction; what is no number is null.
    mutating func member(_ name: StaticString, _ number: Double)
    /// Writes a member that is there only where it is true.
    mutating func member(_ name: StaticString, if condition: Bool)

    /// Writes an element that is a text.
    mutating func element(_ text: String)
    /// Writes an element that is a whole number.
    mutating func element(_ number: Int)
    /// Writes a number with a fraction; null where there is none.
    mutating func element(_ number: Double?)
    /// Writes an element that is one of a few words, which belongs to the shape of the text.
    mutating func element(word: StaticString)
    /// Writes an element that is null.
    mutating func elementNull()
}

extension JSONOutput {
    /// Begins an object without a name.
    public mutating func beginObject() { beginObject(nil) }
    /// Begins an array without a name.
    public mutating func beginArray() { beginArray(nil) }
}
