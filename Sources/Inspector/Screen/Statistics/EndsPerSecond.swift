import ClientEngine

/// The number of tasks that ended in each second of the last minute.
struct EndsPerSecond: Equatable, Sendable {
    private struct Second: Equatable, Sendable {
        var number: Int64 = .min
        var count = 0
    }

    static let length = 60

    private var seconds = [Second](repeating: Second(), count: length)

    mutating func add(_ instant: Instant) {
        let number = Self.second(of: instant)
        let slot = Self.slot(of: number)
        guard number >= seconds[slot].number else { return }
        if number > seconds[slot].number { seconds[slot] = Second(number: number, count: 0) }
        seconds[slot].count += 1
    }

    /// Returns the number of those that ended in the last seconds before `now`, the present one included.
    func count(inLast length: Int, before now: Instant) -> Int {
        let last = Self.second(of: now)
        return seconds.reduce(0) { sum, second in
            second.number > last - Int64(length) && second.number <= last ? sum + second.count : sum
        }
    }

    /// The minute before `now` in equal parts, the oldest first.
    func parts(_ count: Int, before now: Instant) -> [Double] {
        let last = Self.second(of: now)
        let width = Int64(Self.length / count)
        var parts = [Double](repeating: 0, count: count)
        for second in seconds where second.count > 0 && second.number <= last {
            let age = (last - second.number) / width
            if age < count { parts[count - 1 - Int(age)] += Double(second.count) }
        }
        return parts
    }

    private static func second(of instant: Instant) -> Int64 { instant.nanoseconds / 1_000_000_000 }

    private static func slot(of second: Int64) -> Int { Int(((second % 60) + 60) % 60) }
}
