/// Writes compact JSON piece by piece, where a tree of values would be made only to be written.
///
/// Each value goes where the one before has ended; commas write themselves. What is nil is left out.
package struct JSONStream {
    /// The text, and behind it room: an array that grows by bytes asks for each whether it may.
    private var storage: [UInt8] = []
    private var count = 0

    package init() {}

    /// Begins anew, in the room that it has, unless a long text has left much of it.
    package mutating func clear() {
        count = 0
        if storage.count > Self.keptRoom { storage = [] }
    }

    private static let keptRoom = 64 << 10

    /// The text so far, in UTF-8.
    package var bytes: [UInt8] { Array(storage[..<count]) }

    // MARK: Structure

    package mutating func beginObject(_ name: StaticString? = nil) { begin(UInt8(ascii: "{"), name) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray(_ name: StaticString? = nil) { begin(UInt8(ascii: "["), name) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    // MARK: Members

    package mutating func member(_ name: StaticString, _ text: String?) {
        if let text { write(name, text) }
    }

    package mutating func member(_ name: StaticString, _ number: Int?) {
        if let number { write(name, number) }
    }

    package mutating func member(_ name: StaticString, _ number: Double) {
        write(name, literal: Self.text(of: number))
    }

    /// Writes a number whose name is a number.
    package mutating func member(_ name: Int, _ number: Int) {
        write(nil, room: 2 * Self.mostDigits + 5) { output in
            output.append(UInt8(ascii: "\""))
            output.append(digitsOf: name)
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
            output.append(digitsOf: number)
        }
    }

    /// Writes a member that is there only where it is true.
    package mutating func member(_ name: StaticString, if condition: Bool) {
        if condition { write(name, literal: "true") }
    }

    // MARK: Elements

    package mutating func element(_ text: String) { write(nil, text) }
    package mutating func element(_ number: Int) { write(nil, number) }

    /// Writes a word, which needs no escapes.
    package mutating func element(word: StaticString) {
        write(nil, room: word.utf8CodeUnitCount + 2) { output in
            output.append(quoted: word)
        }
    }

    /// Writes a number with a fraction; null where there is none.
    package mutating func element(_ number: Double?) {
        write(nil, literal: number.map { Self.text(of: $0) } ?? "null")
    }

    package mutating func elementNull() { write(nil, literal: "null") }

    // MARK: Parts

    /// The most bytes of an integer, but for its sign.
    private static let mostDigits = 20

    private mutating func begin(_ bracket: UInt8, _ name: StaticString?) {
        write(name, room: 1) { $0.append(bracket) }
    }

    private mutating func end(_ bracket: UInt8) {
        withRoom(for: 1) { $0.append(bracket) }
    }

    private mutating func write(_ name: StaticString?, _ number: Int) {
        write(name, room: Self.mostDigits + 1) { $0.append(digitsOf: number) }
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
        var writer = JSONWriter(style: .compact, escapes: .required)
        writer.write(text)
        write(name, room: writer.output.count) { output in
            writer.output.withUnsafeBufferPointer { output.append($0) }
        }
    }

    /// Writes a value of at most so many bytes, before it a comma where one is due, and its name, which needs no escapes.
    ///
    /// No value ends like the beginning of an array or an object, or like a name.
    @inline(__always)
    private mutating func write(_ name: StaticString?, room: Int, _ value: (inout Output) -> Void) {
        let last = count == 0 ? UInt8(ascii: "[") : storage[count - 1]
        let isFirst = last == UInt8(ascii: "{") || last == UInt8(ascii: "[") || last == UInt8(ascii: ":")
        withRoom(for: room + 4 + (name?.utf8CodeUnitCount ?? 0)) { output in
            if !isFirst { output.append(UInt8(ascii: ",")) }
            if let name {
                output.append(quoted: name)
                output.append(UInt8(ascii: ":"))
            }
            value(&output)
        }
    }

    /// Has at most so many bytes written behind the others.
    @inline(__always)
    private mutating func withRoom(for room: Int, _ write: (inout Output) -> Void) {
        if storage.count - count < room { makeRoom(for: room) }
        let start = count
        count = storage.withUnsafeMutableBufferPointer { storage in
            guard let base = storage.baseAddress else { return 0 }
            var output = Output(end: base + start)
            write(&output)
            return output.end - base
        }
    }

    private mutating func makeRoom(for room: Int) {
        let larger = max(count + room, 2 * storage.count, 64)
        storage += repeatElement(0, count: larger - storage.count)
    }

    /// The end of what is written; whoever appends has made room.
    private struct Output {
        var end: UnsafeMutablePointer<UInt8>

        mutating func append(_ byte: UInt8) {
            end.pointee = byte
            end += 1
        }

        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let start = bytes.baseAddress else { return }
            end.update(from: start, count: bytes.count)
            end += bytes.count
        }

        mutating func append(quoted word: StaticString) {
            append(quoted: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }

        mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
            append(UInt8(ascii: "\""))
            append(bytes)
            append(UInt8(ascii: "\""))
        }

        mutating func append(digitsOf number: Int) {
            if number < 0 { append(UInt8(ascii: "-")) }
            // From behind, because dividing by what the compiler knows is quick; then they are moved to their place.
            let behind = end + JSONStream.mostDigits
            var (rest, start) = (number.magnitude, behind)
            repeat {
                start -= 1
                start.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeBufferPointer(start: start, count: behind - start))
        }
    }

    /// A number with a fraction; infinities and NaN are null.
    private static func text(of number: Double) -> String { JSONNumber(number)?.text ?? "null" }
}
