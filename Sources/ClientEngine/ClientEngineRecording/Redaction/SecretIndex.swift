import ClientEngine

/// Finds any number of secrets in a text, in one pass over it.
///
///     text      … s e s s i o n = 4 2 …         every place, once
///                 └──────┬──────┘
///     filter    its eight bytes: may a secret begin so? (of short secrets: its four bytes)
///     tree      the secrets that begin so; the longest that is there counts
///
/// Almost every place ends at the filter. A further secret costs a place of its own in memory and no time in the search.
struct SecretIndex: Sendable {
    enum Outcome: Equatable {
        case clean
        /// The text with placeholders, and how many there are.
        case hidden([UInt8], times: Int)
        /// Secrets and text are made so that the search would take too long.
        case tooCostly
    }

    /// The shortest secret that is searched for: shorter ones would be found in the middle of words.
    static let shortest = 4

    private var short = SecretTree(width: shortest)
    private var long = SecretTree(width: 8)

    var isEmpty: Bool { short.isEmpty && long.isEmpty }

    /// Returns the number of a secret of at least ``shortest`` bytes.
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

    /// Replaces every secret by the placeholder of its number.
    ///
    /// Of the secrets that begin at a place the longest counts, and one that lies in another is a part of it. Of those that
    /// overlap every byte is hidden, behind the placeholders of all of them.
    /// The cost is that besides the look at every place: the bytes that were compared.
    func search(_ text: [UInt8]) -> (outcome: Outcome, cost: Int) {
        guard !isEmpty, text.count >= Self.shortest else { return (.clean, 0) }
        let allowance = Self.allowance(for: text.count)
        var budget = allowance
        let outcome = text.withUnsafeBytes { hide(in: $0, &budget) }
        return (outcome, allowance - budget)
    }

    /// Returns the largest cost of a search: enough unless a text nearly repeats long secrets everywhere.
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

    /// Returns the first place from another on where a secret may begin.
    private func candidate(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let (short, long, hasShort) = (short.filter, long.filter, !short.isEmpty)
        var place = start
        while place + 8 <= text.count {
            let eight = text.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
            if long.mayHold(eight) || hasShort && short.mayHold(eight & 0xFFFF_FFFF) { return place }
            place += 1
        }
        // At the end there is room for short ones.
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

    /// Hides a range that begins behind those before; what lies in one of them is hidden already.
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
