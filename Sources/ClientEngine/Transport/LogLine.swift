import Glibc

/// A line of libcurl's log, looked at where it lies: there are many, and few are of interest.
struct LogLine {
    let bytes: UnsafeRawBufferPointer

    /// Indicates whether it may be one of those that are looked for: the first letter rules most out.
    var mayBeOfInterest: Bool {
        guard let first = bytes.first, first >= 0x40, first < 0x80 else { return false }
        return Self.firstLetters & 1 << (first & 0x3F) != 0
    }

    /// A bit for each letter, from `@` on, that a line begins with which is looked for.
    private static let firstLetters: UInt64 = "ACDEILRSTUcir".utf8.reduce(0) { $0 | 1 << ($1 & 0x3F) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the text behind a prefix, without the white space around it.
    func text(behind prefix: StaticString) -> String {
        text(prefix.utf8CodeUnitCount..<bytes.count)
    }

    /// Returns the words behind a prefix, to the left and to the right of a mark, without the white space around them;
    /// nil without
    /// the mark.
    func words(behind prefix: StaticString, around mark: StaticString) -> (left: String, right: String)? {
        let start = prefix.utf8CodeUnitCount
        guard let middle = index(of: mark, from: start) else { return nil }
        return (text(start..<middle), text(middle + mark.utf8CodeUnitCount..<bytes.count))
    }

    func contains(_ words: StaticString) -> Bool { index(of: words, from: 0) != nil }

    private func text(_ range: Range<Int>) -> String {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }

    private func index(of words: StaticString, from start: Int) -> Int? {
        let count = words.utf8CodeUnitCount
        guard var position = bytes.baseAddress.map({ $0 + start }) else { return nil }
        let end = position + (bytes.count - start)
        while end - position >= count,
            let found = memchr(position, Int32(words.utf8Start.pointee), end - position - count + 1)
        {
            let first = UnsafeRawPointer(found)
            if memcmp(first, words.utf8Start, count) == 0 { return bytes.count - (end - first) }
            position = first + 1
        }
        return nil
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

    /// The number behind the last `#`.
    var connectionNumber: Int? {
        bytes.lastIndex(of: 0x23).flatMap { number(at: $0 + 1) }
    }

    /// The number right behind a prefix.
    func number(behind prefix: StaticString) -> Int? {
        number(at: prefix.utf8CodeUnitCount)
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
