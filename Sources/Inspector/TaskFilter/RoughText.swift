import ClientEngine

/// A text that is looked for in bytes as they lie there, without regard to case: of its ASCII characters the longest run.
///
/// It says where the text may be, in a gigabyte a second; whoever asked looks again.
package struct RoughText: Sendable {
    /// Its bytes, in lower case.
    private let run: [UInt8]
    /// The steps by which the search goes on, by the byte that stands at the last place.
    private let steps: [Int]

    package init(_ text: String) {
        // An accent that stands apart belongs to the letter before it, which may be written as one with it.
        self.init(runs: text.split { $0.utf8.count > 1 })
    }

    /// Creates the text as it is looked for in a story, which has the method and the URL of a first line apart, and escapes of JSON.
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

    /// Returns whether the run stands in bytes; true where there is none.
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

    /// Returns whether the run stands in bytes; true where there is none.
    package func mayOccur(in bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { mayOccur(in: $0) } }

    private static func stands(
        _ run: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, upTo end: Int
    ) -> Bool {
        let start = end - run.count + 1
        return run.indices.allSatisfy { bytes[start + $0].asciiLowercased == run[$0] }
    }
}
