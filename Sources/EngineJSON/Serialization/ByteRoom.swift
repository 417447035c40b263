/// Bytes that are written one behind the other, with room behind them: an array that grows by bytes asks for each whether it may.
struct ByteRoom {
    private var storage: [UInt8] = []
    private(set) var count = 0
    private static let keptRoom = 64 << 10
    /// The most digits of an integer; a sign may stand before them.
    static let mostDigits = 20
    /// The most bytes of an integer in groups of seven bits.
    static let mostGroups = 10

    /// Begins anew, in the room that it has, unless a long text has left much of it.
    mutating func clear() {
        count = 0
        if storage.count > Self.keptRoom { storage = [] }
    }

    /// The bytes so far.
    var bytes: [UInt8] { Array(storage[..<count]) }

    var last: UInt8? { count == 0 ? nil : storage[count - 1] }

    /// Has at most so many bytes written behind the others.
    @inline(__always)
    mutating func write(atMost room: Int, _ write: (inout Output) -> Void) {
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
    struct Output {
        fileprivate var end: UnsafeMutablePointer<UInt8>

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

        /// Appends a number in groups of seven bits, the lowest first; the highest bit of a byte says that more follow (LEB128).
        mutating func append(groupsOf number: UInt) {
            var rest = number
            while rest > 0x7F {
                append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            append(UInt8(truncatingIfNeeded: rest))
        }

        mutating func append(digitsOf number: Int) {
            if number < 0 { append(UInt8(ascii: "-")) }
            // From behind, because dividing by what the compiler knows is quick; then they are moved to their place.
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
