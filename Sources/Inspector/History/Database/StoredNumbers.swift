import ClientEngine
import FoundationEssentials

// A file may contain any 64 bits. Numbers used in arithmetic are clamped when they are read, so that no sum or difference overflows.

/// The ranges of what is read.
enum StoredRange {
    /// Milliseconds since 1970, up to the year 2200: as nanoseconds they leave room for a duration in 64 bits.
    static let time = 0...7_258_118_400_000
    /// Nanoseconds, up to a year.
    static let duration = 0...31_536_000_000_000_000
    /// Bytes.
    static let size = 0...1 << 48
    /// Attempts, lines, statuses.
    static let count = 0...Int(Int32.max)
}

extension Int {
    func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension Date {
    /// Reads a time from seconds since 1970.
    init(stored seconds: Double) {
        let last = Double(StoredRange.time.upperBound) / 1_000
        self.init(timeIntervalSince1970: .minimum(.maximum(seconds, 0), last))
    }

    /// Reads a time from milliseconds since 1970.
    init(storedMilliseconds milliseconds: Int) { self.init(stored: Double(milliseconds) / 1_000) }

    /// The time as it is stored.
    var millisecondsSince1970: Int {
        let last = Double(StoredRange.time.upperBound)
        return Int(Double.minimum(.maximum((timeIntervalSince1970 * 1_000).rounded(), 0), last))
    }

    /// The time as the end of those that are looked for; one that no task has where it is later than any that is stored.
    var endMilliseconds: Int {
        millisecondsSince1970 == StoredRange.time.upperBound ? .max : millisecondsSince1970
    }
}

extension Instant {
    /// Creates the instant of a stored time, counted from 1970.
    init(milliseconds: Int) {
        self.init(nanoseconds: Int64(milliseconds.clamped(to: StoredRange.time)) * 1_000_000)
    }
}

extension Statement {
    /// Milliseconds since 1970.
    func time(_ column: Int) -> Int { integer(column).clamped(to: StoredRange.time) }

    /// A duration in nanoseconds; `nil` if there is none.
    func duration(_ column: Int) -> Duration? {
        optional(column).map { .nanoseconds($0.clamped(to: StoredRange.duration)) }
    }

    /// A number of bytes; `nil` if there is none.
    func size(_ column: Int) -> Int? { optional(column)?.clamped(to: StoredRange.size) }

    /// A small number; `nil` if there is none.
    func count(_ column: Int) -> Int? { optional(column)?.clamped(to: StoredRange.count) }
}
