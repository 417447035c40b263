/// A growing buffer of bytes with spare capacity.
///
/// Appending single bytes to an array checks its capacity each time.
struct ByteRoom: Sendable {
    private var storage: [UInt8] = []
    private var end = 0
    private static let leastRoom = 1 << 10
    private static let keptRoom = 64 << 10
    /// The largest number of digits of an integer, without its sign.
    static let mostDigits = 20

    /// Creates an empty buffer without capacity.
    init() {}

    /// The bytes written so far, without copying them.
    var bytes: ArraySlice<UInt8> { storage[..<end] }

    /// Removes all bytes and keeps the capacity, unless a long text made it large.
    mutating func clear() {
        end = 0
        if storage.count > Self.keptRoom { storage = [] }
    }

    /// Appends at most `room` bytes that `write` produces.
    @inline(__always)
    mutating func write(atMost room: Int, _ write: (inout Output) -> Void) {
        if storage.count - end < room { makeRoom(for: room) }
        let start = end
        end = storage.withUnsafeMutableBufferPointer { storage in
            guard let base = storage.baseAddress else { return 0 }
            var output = Output(end: base + start)
            write(&output)
            return output.end - base
        }
    }

    private mutating func makeRoom(for room: Int) {
        let larger = max(end + room, 2 * storage.count, Self.leastRoom)
        storage += repeatElement(0, count: larger - storage.count)
    }

    /// The position where bytes are appended.
    ///
    /// The caller has reserved the capacity.
    struct Output {
        fileprivate var end: UnsafeMutablePointer<UInt8>

        fileprivate init(end: UnsafeMutablePointer<UInt8>) { self.end = end }

        mutating func append(_ byte: UInt8) {
            end.pointee = byte
            end += 1
        }

        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let start = bytes.baseAddress else { return }
            end.update(from: start, count: bytes.count)
            end += bytes.count
        }

        /// Appends a word between quotation marks.
        mutating func append(quoted word: StaticString) {
            append(quoted: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }

        /// Appends bytes between quotation marks.
        mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
            append(UInt8(ascii: "\""))
            append(bytes)
            append(UInt8(ascii: "\""))
        }

        /// Appends a number in decimal digits.
        mutating func append(digitsOf number: Int) {
            if number < 0 { append(UInt8(ascii: "-")) }
            // Writes the digits from the last to the first, because dividing by a constant is fast, and then moves them
            // to their position.
            let behind = end + ByteRoom.mostDigits
            var (rest, start) = (number.magnitude, behind)
            repeat {
                start -= 1
                start.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeBufferPointer(start: start, count: behind - start))
        }
    }
}
