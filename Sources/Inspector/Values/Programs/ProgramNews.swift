/// The facts of a program that is watched, as they come.
package enum ProgramNews: Equatable, Sendable {
    /// It runs, with this number.
    case started(process: Int32)
    /// It could not be started.
    case refused
    case wrote(ProgramOutput)
    /// It has ended, with the status that a shell would tell.
    case ended(status: Int32)
}

/// The output of a program since somebody looked: the newest of it, and the number of bytes that are missing before.
package struct ProgramOutput: Equatable, Sendable {
    private static let capacity = 64 << 10

    package private(set) var bytes: [UInt8] = []
    package private(set) var missed = 0

    package init() {}

    package var isEmpty: Bool { bytes.isEmpty && missed == 0 }

    package mutating func append(_ more: some Collection<UInt8>) {
        bytes += more
        guard bytes.count > Self.capacity else { return }
        var cut = bytes.count - Self.capacity
        // What is left begins with a line, where there is one.
        if let end = bytes[cut...].firstIndex(of: UInt8(ascii: "\n")) { cut = end + 1 }
        bytes.removeFirst(cut)
        missed += cut
    }

    package mutating func append(_ later: ProgramOutput) {
        if later.missed > 0 {
            missed += bytes.count + later.missed
            bytes = []
        }
        append(later.bytes)
    }
}
