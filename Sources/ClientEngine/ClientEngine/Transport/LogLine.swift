import Glibc

/// A line of libcurl's log, looked at where it lies: there are many, and few are of interest.
///
/// The log is read for what libcurl says nowhere else: that it gave an address up, begins a request again, got a GOAWAY or opened a
/// stream (where frames are not seen), that TLS said goodbye, and, before version 8, that bytes were too much. Words that differ
/// between 7.88 and 8.23 are named where they are looked for; a line that changes again fails the tests of what is made of it.
struct LogLine {
    let bytes: UnsafeRawBufferPointer

    /// Indicates whether it may be one of those that are looked for: the first letter rules most out.
    var mayBeOfInterest: Bool {
        guard let first = bytes.first, first >= 0x40, first < 0x80 else { return false }
        return Self.firstLetters & 1 << (first & 0x3F) != 0
    }

    /// A bit for each letter, from `@` on, that a line begins with which is looked for.
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

    /// Indicates whether it says that an address of the server did not answer, or not in time.
    var givesAddressUp: Bool {
        hasPrefix("connect to ") || hasPrefix("Immediate connect fail for ")
            || contains(" connect timeout after ")
    }

    /// The request's stream of HTTP/2: `Using Stream ID: 5 …`, since version 8.1 `[HTTP/2] [5] OPENED stream …`.
    var openedStream: Int? {
        if hasPrefix("Using Stream ID: ") { return number(at: 17) }
        guard hasPrefix("[HTTP/2] ["), contains("] OPENED stream") else { return nil }
        return number(at: 10)
    }

    /// The last stream that a GOAWAY lets live: `… last_stream=5`.
    var lastStream: Int? {
        // Version 7.88 misspells it.
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
