/// Writes compact JSON piece by piece, where a tree of values would be made only to be written.
///
/// Each value goes where the one before has ended; commas write themselves. What is nil is left out.
package struct JSONStream {
    private var writer = JSONWriter(style: .compact, escapes: .required)

    /// Begins with room for so many bytes.
    package init(capacity: Int = 0) { writer.output.reserveCapacity(capacity) }

    /// The text so far, in UTF-8.
    package var bytes: [UInt8] { writer.output }

    // MARK: Structure

    package mutating func beginObject(_ name: StaticString? = nil) { begin(UInt8(ascii: "{"), name) }
    package mutating func endObject() { writer.output.append(UInt8(ascii: "}")) }
    package mutating func beginArray(_ name: StaticString? = nil) { begin(UInt8(ascii: "["), name) }
    package mutating func endArray() { writer.output.append(UInt8(ascii: "]")) }

    // MARK: Members

    package mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        writer.write(text)
    }

    package mutating func member(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        begin(name)
        writer.write(number)
    }

    package mutating func member(_ name: StaticString, _ number: Double) {
        begin(name)
        writer.write(number)
    }

    /// Writes a number whose name is a number.
    package mutating func member(_ name: Int, _ number: Int) {
        separate()
        writer.output.append(UInt8(ascii: "\""))
        writer.write(name)
        writer.output.append(UInt8(ascii: "\""))
        writer.output.append(UInt8(ascii: ":"))
        writer.write(number)
    }

    /// Writes a member that is there only where it is true.
    package mutating func member(_ name: StaticString, if condition: Bool) {
        guard condition else { return }
        begin(name)
        writer.append("true")
    }

    // MARK: Elements

    package mutating func element(_ text: String) {
        separate()
        writer.write(text)
    }

    package mutating func element(_ number: Int) {
        separate()
        writer.write(number)
    }

    /// Writes a number with a fraction; null where there is none.
    package mutating func element(_ number: Double?) {
        separate()
        if let number { writer.write(number) } else { writer.append("null") }
    }

    package mutating func elementNull() {
        separate()
        writer.append("null")
    }

    // MARK: Parts

    private mutating func begin(_ bracket: UInt8, _ name: StaticString?) {
        if let name { begin(name) } else { separate() }
        writer.output.append(bracket)
    }

    /// Writes a name, which needs no escapes.
    private mutating func begin(_ name: StaticString) {
        separate()
        writer.output.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { writer.output.append(contentsOf: $0) }
        writer.output.append(UInt8(ascii: "\""))
        writer.output.append(UInt8(ascii: ":"))
    }

    /// No value ends like the beginning of an array or an object, or like a name.
    private mutating func separate() {
        switch writer.output.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: writer.output.append(UInt8(ascii: ","))
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ number: Int) {
        if number < 0 { output.append(UInt8(ascii: "-")) }
        // From behind, because dividing by what the compiler knows is quick.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (rest, start) = (number.magnitude, digits.count)
            repeat {
                start -= 1
                digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            } while rest > 0
            output.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Writes a number with a fraction; infinities and NaN are null.
    fileprivate mutating func write(_ number: Double) {
        append(JSONNumber(number)?.text ?? "null")
    }
}
