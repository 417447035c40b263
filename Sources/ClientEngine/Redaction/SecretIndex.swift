/// Finds any number of secrets in a text, in one pass over it.
///
///     text      … s e s s i o n = 4 2 …         every place, once
///                 └──┬──┘
///     filter    its four bytes: may a secret begin so?
///     tree      the secrets that begin so, byte by byte; the longest that is there counts
///
/// Almost every place ends at the filter. A further secret costs a place of its own in memory and no time in the search.
struct SecretIndex: Sendable {
    /// What a search came to.
    enum Outcome: Equatable {
        /// No secret stands in the text.
        case clean
        /// The text with placeholders, and how many there are.
        case hidden([UInt8], times: Int)
        /// Secrets and text are made so that the search would take too long.
        case tooCostly
    }

    /// The shortest secret that is searched for: shorter ones would be found in the middle of words.
    static let shortest = 4

    private var tree = SecretTree()
    /// A bit for each prefix of four bytes, at the place that a hash gives it.
    private var filter = [UInt64](repeating: 0, count: 1 << 10)
    /// The prefixes, for when the filter grows.
    private var prefixes: [UInt32] = []
    /// Drawn by lot, so that nobody can choose texts that pass the filter everywhere.
    private let multiplier = UInt32.random(in: 0...UInt32.max) | 1

    /// The largest filter, in words: 1 MiB, which a processor has at hand.
    private static let largestFilter = 1 << 17

    var isEmpty: Bool { prefixes.isEmpty }

    /// Adds a secret of at least ``shortest`` bytes that is not in the index.
    mutating func insert(_ secret: String, number: Int) {
        var secret = secret
        secret.withUTF8 { bytes in
            let prefix = UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt32.self)
            if tree.insert(bytes, number: number) {
                prefixes.append(prefix)
                if prefixes.count * 4 > filter.count * 8, filter.count < Self.largestFilter { widen() }
                mark(prefix)
            }
        }
    }

    private mutating func widen() {
        filter = [UInt64](repeating: 0, count: filter.count * 8)
        for prefix in prefixes { mark(prefix) }
    }

    private mutating func mark(_ prefix: UInt32) {
        let bit = Int((prefix &* multiplier) >> shift)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    private var shift: UInt32 { UInt32(32 - 6 - filter.count.trailingZeroBitCount) }

    /// Replaces every secret by the placeholder of its number.
    ///
    /// Of the secrets that begin at a place the longest counts, and one that lies in another is a part of it. Of those that
    /// overlap every byte is hidden, behind the placeholders of all of them.
    func hide(in text: [UInt8]) -> Outcome { search(text).outcome }

    /// The same, with its cost besides the look at every place: the bytes that were compared.
    func search(_ text: [UInt8]) -> (outcome: Outcome, cost: Int) {
        guard !isEmpty, text.count >= Self.shortest else { return (.clean, 0) }
        let allowance = Self.allowance(for: text.count)
        var budget = allowance
        let outcome = text.withUnsafeBytes { text in
            filter.withUnsafeBufferPointer { hide(in: text, $0, &budget) }
        }
        return (outcome, allowance - budget)
    }

    /// What a search may cost: enough for all but long secrets in texts that nearly repeat them at every place.
    private static func allowance(for count: Int) -> Int { (16 << 20) + 64 * count }

    private func hide(
        in text: UnsafeRawBufferPointer, _ filter: UnsafeBufferPointer<UInt64>, _ budget: inout Int
    ) -> Outcome {
        var cover = Cover(of: text)
        let (multiplier, shift) = (multiplier, shift)
        for place in 0...text.count - Self.shortest {
            let prefix = text.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let bit = Int((prefix &* multiplier) >> shift)
            guard filter[bit >> 6] & (1 << UInt64(bit & 63)) != 0 else { continue }
            let found = tree.longest(in: UnsafeRawBufferPointer(rebasing: text[place...]), &budget)
            guard budget >= 0 else { return .tooCostly }
            if let found { cover.hide(place..<place + found.count, as: found.number) }
        }
        return cover.outcome
    }
}

/// A text while it is covered with placeholders from its start to its end.
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
            output += Redaction.placeholder(number).utf8
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
