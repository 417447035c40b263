import ClientEngine

/// A fast, approximate search for a text in bytes, ignoring case.
///
/// It searches for the longest run of ASCII characters in the text. It finds bytes that may contain the text, at
/// about a gigabyte per second. The caller checks them precisely.
package struct RoughText: Sendable {
    /// The bytes of the run, in lower case.
    private let run: [UInt8]
    /// The number of bytes to skip, by the byte at the last position.
    private let steps: [Int]

    package init(_ text: String) {
        // A separate combining accent belongs to the letter before it. That letter may be precomposed with it.
        self.init(runs: text.split { $0.utf8.count > 1 })
    }

    /// Creates a search in a stored task.
    ///
    /// There the method and URL are stored separately, and JSON text is escaped.
    package init(inStory text: String) {
        let runs = text.split { $0.utf8.count > 1 || $0 == " " || $0 == "\"" || $0 == "\\" || $0 < " " }
        self.init(runs: runs.filter { !"http/1.1".contains($0.lowercased()) })
    }

    private init(runs: [Substring]) {
        let run = runs.map { $0.utf8.map(\.asciiLowercased) }.max { $0.count < $1.count } ?? []
        var steps = [Int](repeating: max(1, run.count), count: 256)
        for (index, byte) in run.dropLast().enumerated() {
            for spelling in UInt8.min...UInt8.max where spelling.asciiLowercased == byte {
                steps[Int(spelling)] = run.count - 1 - index
            }
        }
        (self.run, self.steps) = (run, steps)
    }

    /// Returns whether the bytes contain the run, or `true` if the run is empty.
    package func mayOccur(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = run.last else { return true }
        return run.withUnsafeBufferPointer { run in
            steps.withUnsafeBufferPointer { steps in
                var end = run.count - 1
                while end < bytes.count {
                    let byte = bytes[end]
                    if byte.asciiLowercased == last, Self.stands(run, in: bytes, upTo: end) { return true }
                    end += steps[Int(byte)]
                }
                return false
            }
        }
    }

    /// Returns whether the bytes contain the run, or `true` if the run is empty.
    package func mayOccur(in bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { mayOccur(in: $0) } }

    private static func stands(
        _ run: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, upTo end: Int
    ) -> Bool {
        let start = end - run.count + 1
        return run.indices.allSatisfy { bytes[start + $0].asciiLowercased == run[$0] }
    }
}
