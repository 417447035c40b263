/// The bytes of a document cut into lines, so that every part can be named by its place.
struct SourceText: Sendable {
    /// One line: where it starts, where its text ends, and where the next one starts.
    struct Line: Sendable, Hashable {
        var start: Int
        var end: Int
        var next: Int
    }

    /// All lines; of each only its start is kept, so that a document of nothing but line ends stays small.
    struct Lines: Sendable {
        private let bytes: [UInt8]
        /// The starts of the lines, then the end of the last one.
        private let starts: [UInt32]

        fileprivate init(_ bytes: [UInt8]) {
            self.bytes = bytes
            starts = bytes.withUnsafeBufferPointer { buffer in
                let first = buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                // A check for overflow with each would cost as much as the rest: there are less than 4 GiB.
                var ends = 0
                for byte in buffer where byte == 0x0A { ends &+= 1 }
                return [UInt32](unsafeUninitializedCapacity: ends + 2) { starts, count in
                    starts[0] = UInt32(first)
                    count = 1
                    for index in buffer.indices where buffer[index] == 0x0A {
                        starts[count] = UInt32(truncatingIfNeeded: index &+ 1)
                        count &+= 1
                    }
                    guard starts[count - 1] < buffer.count else { return }
                    starts[count] = UInt32(buffer.count)
                    count += 1
                }
            }
        }

        var count: Int { starts.count - 1 }
        var indices: Range<Int> { 0..<count }

        subscript(index: Int) -> Line {
            let (start, next) = (Int(starts[index]), Int(starts[index + 1]))
            guard bytes[next - 1] == 0x0A else { return Line(start: start, end: next, next: next) }
            let end = next - 1 > start && bytes[next - 2] == 0x0D ? next - 2 : next - 1
            return Line(start: start, end: end, next: next)
        }
    }

    let bytes: [UInt8]
    let lines: Lines

    /// Cuts at LF; a CR before it belongs to the terminator.
    ///
    /// A byte order mark is no part of the first line. The document has at most 4 GiB.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = Lines(bytes)
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    func text(of line: Int) -> String {
        let line = lines[line]
        return text(line.start..<line.end)
    }

    func content(of line: Int) -> ArraySlice<UInt8> {
        let line = lines[line]
        return bytes[line.start..<line.end]
    }

    func isBlank(_ line: Int) -> Bool {
        content(of: line).allSatisfy(\.isBlank)
    }

    func line(_ line: Int, startsWith prefix: StaticString) -> Bool {
        content(of: line).starts(with: prefix)
    }

    /// Returns whether two braces open next to each other in some lines.
    func holdsReference(in part: Range<Int>) -> Bool {
        guard !part.isEmpty else { return false }
        let (start, end) = (lines[part.lowerBound].start, lines[part.upperBound - 1].end)
        return bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index + 1 < end {
                if bytes[index + 1] != 0x7B {
                    index += 2
                } else if bytes[index] == 0x7B {
                    return true
                } else {
                    index += 1
                }
            }
            return false
        }
    }

    /// The place where the bytes stop being UTF-8, line and column from 1; nil when they are UTF-8.
    var invalidEncoding: (line: Int, column: Int)? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        for line in lines.indices where String(validating: content(of: line), as: UTF8.self) == nil {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = content(of: line).makeIterator()
            var column = 1
            while case .valid = parser.parseScalar(from: &iterator) { column += 1 }
            return (line + 1, column)
        }
        return (1, 1)
    }
}
