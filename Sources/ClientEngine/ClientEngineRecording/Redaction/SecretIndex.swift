import ClientEngine

/// Finds any number of secrets in a text, in one pass.
///
///     text      … s e s s i o n = 4 2 …         every position, once └──────┬──────┘ filter    eight bytes: may a
///     secret start with them? (four bytes for short secrets) tree      the secrets that start with them; the longest
///     one that the text contains counts
///
/// Almost every position fails the filter. An additional secret needs memory, but does not slow down the search.
struct SecretIndex: Sendable {
    enum Outcome: Equatable {
        case clean
        /// The text with placeholders, and their number.
        case hidden([UInt8], times: Int)
        /// The search for these secrets in this text would take too long.
        case tooCostly
    }

    /// The minimum length of a secret that is searched for.
    ///
    /// Shorter ones would be found inside words.
    static let shortest = 4

    private var short = SecretTree(width: shortest)
    private var long = SecretTree(width: 8)

    var isEmpty: Bool { short.isEmpty && long.isEmpty }

    /// Returns the number of a secret of at least ``shortest`` bytes, or `nil` if it is unknown.
    func number(of secret: UnsafeRawBufferPointer) -> Int? {
        secret.count < long.width ? short.number(of: secret) : long.number(of: secret)
    }

    mutating func insert(_ secret: UnsafeRawBufferPointer, number: Int) {
        if secret.count < long.width {
            short.insert(secret, number: number)
        } else {
            long.insert(secret, number: number)
        }
    }

    /// Replaces every secret with the placeholder of its number.
    ///
    /// If several secrets start at the same position, the longest one counts. A secret inside another is part of it. If
    /// secrets overlap, all their bytes are hidden, and the placeholders of all of them are written.
    ///
    /// The cost is the number of bytes compared, in addition to the test of every position.
    func search(_ text: [UInt8]) -> (outcome: Outcome, cost: Int) {
        guard !isEmpty, text.count >= Self.shortest else { return (.clean, 0) }
        let allowance = Self.allowance(for: text.count)
        var budget = allowance
        let outcome = text.withUnsafeBytes { hide(in: $0, &budget) }
        return (outcome, allowance - budget)
    }

    /// Returns the largest cost of a search.
    ///
    /// It is sufficient unless a text almost repeats long secrets everywhere.
    private static func allowance(for count: Int) -> Int { (16 << 20) + 64 * count }

    private func hide(in text: UnsafeRawBufferPointer, _ budget: inout Int) -> Outcome {
        var cover = Cover(of: text)
        var start = 0
        while let place = candidate(in: text, from: start) {
            let rest = UnsafeRawBufferPointer(rebasing: text[place...])
            let found = long.longest(in: rest, &budget) ?? short.longest(in: rest, &budget)
            guard budget >= 0 else { return .tooCostly }
            if let found { cover.hide(place..<place + found.count, as: found.number) }
            start = place + 1
        }
        return cover.outcome
    }

    /// Returns the first position, from `start` on, at which a secret may start.
    private func candidate(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let (short, long, hasShort) = (short.filter, long.filter, !short.isEmpty)
        var place = start
        while place + 8 <= text.count {
            let eight = text.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
            if long.mayHold(eight) || hasShort && short.mayHold(eight & 0xFFFF_FFFF) { return place }
            place += 1
        }
        // Only short secrets fit at the end.
        while hasShort, place + Self.shortest <= text.count {
            let four = text.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian
            if short.mayHold(UInt64(four)) { return place }
            place += 1
        }
        return nil
    }
}

private struct Cover {
    private let text: UnsafeRawBufferPointer
    private var output: [UInt8] = []
    private var times = 0
    private var end = 0
    private var number = 0

    init(of text: UnsafeRawBufferPointer) {
        self.text = text
    }

    /// Hides a range.
    ///
    /// Ranges must be in ascending order; a range inside an earlier one is already hidden.
    mutating func hide(_ range: Range<Int>, as number: Int) {
        guard range.upperBound > end else { return }
        if times == 0 { output.reserveCapacity(text.count) }
        let isApart = range.lowerBound >= end
        if isApart { output.append(contentsOf: text[end..<range.lowerBound]) }
        if isApart || number != self.number {
            output.append(placeholder: number)
            times += 1
        }
        (end, self.number) = (range.upperBound, number)
    }

    var outcome: SecretIndex.Outcome {
        guard times > 0 else { return .clean }
        var whole = output
        whole.append(contentsOf: text[end...])
        return .hidden(whole, times: times)
    }
}
