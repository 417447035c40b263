internal import EngineSupport
import Glibc

/// The name and the value of a header field, as ranges of bytes that other fields may share.
@usableFromInline
struct FieldLine: Sendable {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let nameStart: Int32
    @usableFromInline let nameEnd: Int32
    @usableFromInline let valueStart: Int32
    @usableFromInline let valueEnd: Int32

    init(_ bytes: [UInt8], name: Range<Int>, value: Range<Int>) {
        precondition(name.upperBound <= bytes.count && value.upperBound <= bytes.count)
        self.bytes = bytes
        (nameStart, nameEnd) = (Int32(name.lowerBound), Int32(name.upperBound))
        (valueStart, valueEnd) = (Int32(value.lowerBound), Int32(value.upperBound))
    }

    var name: ArraySlice<UInt8> { bytes[Int(nameStart)..<Int(nameEnd)] }
    var value: ArraySlice<UInt8> { bytes[Int(valueStart)..<Int(valueEnd)] }

    @inlinable
    func isNamed(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard nameLength == other.count else { return false }
        return withName { name in
            // Nearly all names are equal byte for byte.
            if let start = name.baseAddress, let other = other.baseAddress,
                memcmp(start, other, name.count) == 0
            {
                return true
            }
            return Self.haveSameLetters(name, other)
        }
    }

    /// Returns whether two names of the same length differ only in the case of ASCII letters.
    @usableFromInline
    static func haveSameLetters(_ name: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        zip(name, other).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }

    @inlinable
    func withName<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[Int(nameStart)..<Int(nameEnd)]))
        }
    }

    @inlinable
    func withValue<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[Int(valueStart)..<Int(valueEnd)]))
        }
    }

    @inlinable var nameLength: Int { Int(nameEnd - nameStart) }

    var length: Int { nameLength + Int(valueEnd - valueStart) }
}

extension FieldLine: Hashable {
    // The positions of the parts make no difference.
    @usableFromInline
    static func == (left: FieldLine, right: FieldLine) -> Bool {
        left.name == right.name && left.value == right.value
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
