/// Bytes that are written one behind the other, with room behind them: an array that grows by bytes asks for each whether it may.
public struct ByteRoom: Sendable {
    @usableFromInline var storage: [UInt8] = []
    @usableFromInline var end = 0
    private static let leastRoom = 1 << 10
    private static let keptRoom = 64 << 10
    /// The most digits of an integer; a sign may stand before them.
    public static let mostDigits = 20
    /// The most bytes of an integer in groups of seven bits.
    public static let mostGroups = 10

    /// Creates one without bytes, and without room.
    public init() {}

    /// The number of the bytes so far.
    @inlinable
    public var count: Int { end }

    /// The bytes so far, where they lie.
    @inlinable
    public var bytes: ArraySlice<UInt8> { storage[..<end] }

    /// Begins anew, in the room that it has, unless a long text has left much of it.
    public mutating func clear() {
        end = 0
        if storage.count > Self.keptRoom { storage = [] }
    }

    /// Has at most so many bytes written behind the others.
    @inlinable @inline(__always)
    public mutating func write(atMost room: Int, _ write: (inout Output) -> Void) {
        if storage.count - end < room { makeRoom(for: room) }
        let start = end
        end = storage.withUnsafeMutableBufferPointer { storage in
            guard let base = storage.baseAddress else { return 0 }
            var output = Output(end: base + start)
            write(&output)
            return output.end - base
        }
    }

    /// Writes a number in the place of bytes that are there.
    public mutating func replace(at place: Int, with number: UInt32) {
        precondition(place + MemoryLayout<UInt32>.size <= end)
        let behind = end
        end = place
        write(atMost: MemoryLayout<UInt32>.size) { $0.append(bytesOf: number) }
        end = behind
    }

    @usableFromInline
    mutating func makeRoom(for room: Int) {
        let larger = max(end + room, 2 * storage.count, Self.leastRoom)
        storage += repeatElement(0, count: larger - storage.count)
    }

    /// The end of what is written; whoever appends has made room.
    public struct Output {
        @usableFromInline var end: UnsafeMutablePointer<UInt8>

        @inlinable
        init(end: UnsafeMutablePointer<UInt8>) { self.end = end }

        /// Appends a byte.
        @inlinable
        public mutating func append(_ byte: UInt8) {
            end.pointee = byte
            end += 1
        }

        /// Appends bytes.
        @inlinable
        public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard let start = bytes.baseAddress else { return }
            end.update(from: start, count: bytes.count)
            end += bytes.count
        }

        /// Appends a word between quotation marks.
        @inlinable
        public mutating func append(quoted word: StaticString) {
            append(quoted: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        }

        /// Appends bytes between quotation marks.
        @inlinable
        public mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
            append(UInt8(ascii: "\""))
            append(bytes)
            append(UInt8(ascii: "\""))
        }

        /// Appends all bytes of a number, the least significant one first.
        @inlinable
        public mutating func append<Number: FixedWidthInteger>(bytesOf number: Number) {
            UnsafeMutableRawPointer(end).storeBytes(of: number.littleEndian, as: Number.self)
            end += MemoryLayout<Number>.size
        }

        /// Appends a number in groups of seven bits, the lowest first; the highest bit of a byte says that more follow (LEB128).
        @inlinable
        public mutating func append(groupsOf number: UInt) {
            var rest = number
            while rest > 0x7F {
                append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            append(UInt8(truncatingIfNeeded: rest))
        }

        /// Appends a number in decimal digits.
        @inlinable
        public mutating func append(digitsOf number: Int) {
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
