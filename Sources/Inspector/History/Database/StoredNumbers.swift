import ClientEngine
import FoundationEssentials

// A file may contain any 64-bit number. Numbers for arithmetic are clamped when read, so that no calculation
// overflows.

/// The valid ranges of stored numbers.
enum StoredRange {
    /// Milliseconds since 1970, up to the year 2200.
    ///
    /// In nanoseconds, 64 bits have room for such a time plus a duration.
    static let time = 0...7_258_118_400_000
    /// Nanoseconds, up to one year.
    static let duration = 0...31_536_000_000_000_000
    /// A number of bytes.
    static let size = 0...1 << 48
    /// A count of attempts or lines, or a status.
    static let count = 0...Int(Int32.max)
}

extension Int {
    func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension Date {
    /// Creates a date from stored seconds since 1970.
    init(stored seconds: Double) {
        let last = Double(StoredRange.time.upperBound) / 1_000
        self.init(timeIntervalSince1970: .minimum(.maximum(seconds, 0), last))
    }

    /// Creates a date from stored milliseconds since 1970.
    init(storedMilliseconds milliseconds: Int) { self.init(stored: Double(milliseconds) / 1_000) }

    /// The date in stored form, in milliseconds since 1970.
    var millisecondsSince1970: Int {
        let last = Double(StoredRange.time.upperBound)
        return Int(Double.minimum(.maximum((timeIntervalSince1970 * 1_000).rounded(), 0), last))
    }

    /// The date as the exclusive end of a search.
    ///
    /// The maximum date becomes a time after all stored tasks.
    var endMilliseconds: Int {
        millisecondsSince1970 == StoredRange.time.upperBound ? .max : millisecondsSince1970
    }
}

extension Instant {
    /// Creates an instant from stored milliseconds since 1970.
    init(milliseconds: Int) {
        self.init(nanoseconds: Int64(milliseconds.clamped(to: StoredRange.time)) * 1_000_000)
    }
}

extension Statement {
    /// Returns milliseconds since 1970.
    func time(_ column: Int) -> Int { integer(column).clamped(to: StoredRange.time) }

    /// Returns a duration stored in nanoseconds, or `nil` for NULL.
    func duration(_ column: Int) -> Duration? {
        optional(column).map { .nanoseconds($0.clamped(to: StoredRange.duration)) }
    }

    /// Returns a number of bytes, or `nil` for NULL.
    func size(_ column: Int) -> Int? { optional(column)?.clamped(to: StoredRange.size) }

    /// Returns a small number, or `nil` for NULL.
    func count(_ column: Int) -> Int? { optional(column)?.clamped(to: StoredRange.count) }
}
