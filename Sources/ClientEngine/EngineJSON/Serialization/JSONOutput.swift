/// What JSON can be written to piece by piece, in the order of the text.
///
/// Each value goes where the one before has ended; commas write themselves. What is nil is left out. Names and words are literals that
/// need no escapes.
package protocol JSONOutput: Sendable {
    init()
    /// Begins anew.
    mutating func clear()

    mutating func beginObject(_ name: StaticString?)
    mutating func endObject()
    mutating func beginArray(_ name: StaticString?)
    mutating func endArray()

    mutating func member(_ name: StaticString, _ text: String?)
    mutating func member(_ name: StaticString, _ number: Int?)
    mutating func member(_ name: StaticString, _ number: Double)
    /// Writes a member that is there only where it is true.
    mutating func member(_ name: StaticString, if condition: Bool)

    mutating func element(_ text: String)
    mutating func element(_ number: Int)
    /// Writes a number with a fraction; null where there is none.
    mutating func element(_ number: Double?)
    mutating func element(word: StaticString)
    mutating func elementNull()
}

extension JSONOutput {
    package mutating func beginObject() { beginObject(nil) }
    package mutating func beginArray() { beginArray(nil) }
}
