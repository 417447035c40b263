/// An event of a watched program.
package enum ProgramNews: Equatable, Sendable {
    /// The program started with this process number.
    case started(process: Int32)
    /// The program could not be started.
    case refused
    case wrote(ProgramOutput)
    /// The program ended with this status, as a shell reports it.
    case ended(status: Int32)
}

/// The output of a program since the last read: its newest bytes, and the number of bytes dropped before them.
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
        // The kept output begins at the start of a line if possible.
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
