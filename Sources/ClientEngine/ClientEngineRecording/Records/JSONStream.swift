import EngineJSON

/// Writes compact JSON piece by piece, without creating a tree of values.
///
/// The stream writes commas itself, and skips members that are `nil`. Names and words are literals that need no
/// escapes.
struct JSONStream: Sendable {
    private var text = ByteRoom()

    /// Creates an empty stream.
    init() {}

    /// Removes the text.
    mutating func clear() { text.clear() }

    /// The text so far, in UTF-8.
    var bytes: [UInt8] { Array(text.bytes) }

    // MARK: Structure

    /// Starts an object: a member if it has a name, otherwise an element or the whole text.
    mutating func beginObject(_ name: StaticString? = nil) { begin(UInt8(ascii: "{"), name) }
    /// Ends the innermost object.
    mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Starts an array: a member if it has a name, otherwise an element or the whole text.
    mutating func beginArray(_ name: StaticString? = nil) { begin(UInt8(ascii: "["), name) }
    /// Ends the innermost array.
    mutating func endArray() { end(UInt8(ascii: "]")) }

    // MARK: Members

    mutating func member(_ name: StaticString, _ text: String?) {
        if let text { write(name, text) }
    }

    mutating func member(_ name: StaticString, _ number: Int?) {
        if let number { write(name, number) }
    }

    mutating func member(_ name: StaticString, _ number: Double) {
        write(name, literal: Self.text(of: number))
    }

    /// Writes a member `true` if the condition holds, and nothing otherwise.
    mutating func member(_ name: StaticString, if condition: Bool) {
        if condition { write(name, literal: "true") }
    }

    // MARK: Elements

    mutating func element(_ text: String) { write(nil, text) }
    mutating func element(_ number: Int) { write(nil, number) }

    /// Writes an element that is a word without escapes.
    mutating func element(word: StaticString) {
        write(nil, room: word.utf8CodeUnitCount + 2) { output in
            output.append(quoted: word)
        }
    }

    /// Writes a number, or `null` for `nil`.
    mutating func element(_ number: Double?) {
        write(nil, literal: number.map { Self.text(of: $0) } ?? "null")
    }

    mutating func elementNull() { write(nil, literal: "null") }

    // MARK: Parts

    private mutating func begin(_ bracket: UInt8, _ name: StaticString?) {
        write(name, room: 1) { $0.append(bracket) }
    }

    private mutating func end(_ bracket: UInt8) {
        text.write(atMost: 1) { $0.append(bracket) }
    }

    private mutating func write(_ name: StaticString?, _ number: Int) {
        write(name, room: ByteRoom.mostDigits + 1) { $0.append(digitsOf: number) }
    }

    private mutating func write(_ name: StaticString?, literal: String) {
        var literal = literal
        literal.withUTF8 { text in write(name, room: text.count) { $0.append(text) } }
    }

    private mutating func write(_ name: StaticString?, _ text: String) {
        var text = text
        let isWritten = text.withUTF8 { text in
            guard !JSONWriter.mayNeedEscapes(text) else { return false }
            write(name, room: text.count + 2) { output in
                output.append(quoted: text)
            }
            return true
        }
        guard !isWritten else { return }
        let string = JSONValue.string(text).serializedBytes()
        write(name, room: string.count) { output in
            string.withUnsafeBufferPointer { output.append($0) }
        }
    }

    /// Writes a value of at most `room` bytes, with a comma and a name before it if necessary.
    ///
    /// The name needs no escapes. No value ends like the start of an array or an object, or like a name.
    @inline(__always)
    private mutating func write(_ name: StaticString?, room: Int, _ value: (inout ByteRoom.Output) -> Void) {
        let last = text.bytes.last ?? UInt8(ascii: "[")
        let isFirst = last == UInt8(ascii: "{") || last == UInt8(ascii: "[") || last == UInt8(ascii: ":")
        text.write(atMost: room + 4 + (name?.utf8CodeUnitCount ?? 0)) { output in
            if !isFirst { output.append(UInt8(ascii: ",")) }
            if let name {
                output.append(quoted: name)
                output.append(UInt8(ascii: ":"))
            }
            value(&output)
        }
    }

    /// Returns the text of a number, or `null` for infinities and NaN.
    static func text(of number: Double) -> String { JSONNumber(number)?.text ?? "null" }
}
