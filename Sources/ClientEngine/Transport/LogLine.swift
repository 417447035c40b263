import Glibc

/// A line of libcurl's log, looked at where it lies: there are many, and few are of interest.
struct LogLine {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The line as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// What stands behind a prefix, without the white space around it.
    func text(behind prefix: StaticString) -> String {
        var rest = bytes[prefix.utf8CodeUnitCount...]
        rest = rest.drop { $0 <= 0x20 }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }

    func hasPrefix(_ prefix: StaticString) -> Bool {
        guard let start = bytes.baseAddress, bytes.count >= prefix.utf8CodeUnitCount else { return false }
        return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
    }

    /// The number behind the last `#`.
    var connectionNumber: Int? {
        guard let mark = bytes.lastIndex(of: 0x23) else { return nil }
        let digits = bytes[(mark + 1)...].prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
