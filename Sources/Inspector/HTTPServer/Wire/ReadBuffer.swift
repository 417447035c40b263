/// Received bytes that were not parsed yet.
package struct ReadBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The end of the part already searched for a line end, so that slow senders cost linear time.
    private var searched = 0

    package init() {}

    package var count: Int { bytes.count - start }
    package var isEmpty: Bool { start == bytes.count }

    package mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    package mutating func read(upTo limit: Int) -> ArraySlice<UInt8> {
        let end = start + min(limit, count)
        defer {
            start = end
            searched = max(searched, end)
        }
        return bytes[start..<end]
    }

    /// Skips `known` if it comes next.
    ///
    /// Returns `false` if other bytes come next.
    mutating func skip(_ known: [UInt8]) -> Bool {
        guard bytes[start...].starts(with: known) else { return false }
        _ = read(upTo: known.count)
        return true
    }

    /// Returns the last `count` bytes read.
    ///
    /// No bytes may have been appended since.
    func last(_ count: Int) -> ArraySlice<UInt8> { bytes[(start - count)..<start] }

    package mutating func removeAll() {
        self = ReadBuffer()
    }

    package mutating func readLine() -> ArraySlice<UInt8>? {
        guard let end = bytes[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        return read(upTo: end + 1 - start)
    }
}
