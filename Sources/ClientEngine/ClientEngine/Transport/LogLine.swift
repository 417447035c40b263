import Glibc

/// A line of libcurl's log, which is examined in place: there are many lines, and few are relevant.
///
/// The log contains facts that libcurl reports nowhere else: that it gave up an address, sends a request again,
/// received a GOAWAY, or opened a stream (if frames are not observed), that TLS sent a `close_notify`, and, before
/// version 8, that there were excess bytes. Comments name the texts that differ between 7.88 and 8.23. If a text
/// changes again, the tests of the derived facts fail.
struct LogLine {
    let bytes: UnsafeRawBufferPointer

    /// Indicates whether the line may be relevant: the first letter excludes most lines.
    var mayBeOfInterest: Bool {
        guard let first = bytes.first, first >= 0x40, first < 0x80 else { return false }
        return Self.firstLetters & 1 << (first & 0x3F) != 0
    }

    /// A bit for each letter, from `@` on, with which a relevant line starts.
    private static let firstLetters: UInt64 = "CDEILRTU[cir".utf8.reduce(0) { $0 | 1 << ($1 & 0x3F) }

    func contains(_ words: StaticString) -> Bool {
        let count = words.utf8CodeUnitCount
        guard var position = bytes.baseAddress else { return false }
        let end = position + bytes.count
        while end - position >= count,
            let found = memchr(position, Int32(words.utf8Start.pointee), end - position - count + 1)
        {
            if memcmp(found, words.utf8Start, count) == 0 { return true }
            position = UnsafeRawPointer(found) + 1
        }
        return false
    }

    func hasPrefix(_ prefix: StaticString) -> Bool {
        guard let start = bytes.baseAddress, bytes.count >= prefix.utf8CodeUnitCount else { return false }
        return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
    }

    /// Indicates whether the line says that an address of the server did not respond, or not in time.
    var givesAddressUp: Bool {
        hasPrefix("connect to ") || hasPrefix("Immediate connect fail for ")
            || contains(" connect timeout after ")
    }

    /// The stream number in `Using Stream ID: 5 …`, or since version 8.1 in `[HTTP/2] [5] OPENED stream …`.
    var openedStream: Int? {
        if hasPrefix("Using Stream ID: ") { return number(at: 17) }
        guard hasPrefix("[HTTP/2] ["), contains("] OPENED stream") else { return nil }
        return number(at: 10)
    }

    /// The last stream in a GOAWAY that the server processes: `… last_stream=5`.
    var lastStream: Int? {
        // Version 7.88 misspells the word.
        guard hasPrefix("recveived GOAWAY") || hasPrefix("received GOAWAY"),
            let mark = bytes.lastIndex(of: 0x3D)
        else { return nil }
        return number(at: mark + 1)
    }

    private func number(at start: Int) -> Int? {
        var (number, position) = (0, start)
        while position < bytes.count, case 0x30...0x39 = bytes[position] {
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            guard !isTooLarge, tens <= Int.max - 9 else { return nil }
            number = tens + Int(bytes[position] & 0x0F)
            position += 1
        }
        return position > start ? number : nil
    }
}
