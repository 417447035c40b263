/// Finds any number of secrets in a text, in one pass over it.
///
///     text      … s e s s i o n = 4 2 …         every place, once
///                 └──┬──┘
///     slots     its four bytes ──▶ bucket ──▶ the secrets that begin so, in the order of their bytes
///
/// Almost every place ends at an empty slot. In a bucket the longest secret that begins there is found by halving, so that a
/// further secret costs a place of its own in memory and hardly any time.
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

    private struct Secret: Sendable {
        var bytes: [UInt8]
        var number: Int
    }

    /// The shortest secret that is searched for: shorter ones would be found in the middle of words.
    static let shortest = 4

    private var secrets: [Secret] = []
    private var buckets: [[Int]] = []
    /// Four bytes and the number of their bucket from 1, each at or behind the place that `slot(of:)` names; 0 is empty.
    private var slots = [UInt64](repeating: 0, count: 256)
    /// Drawn by lot, so that nobody can choose secrets that crowd one slot.
    private let multiplier = UInt32.random(in: 0...UInt32.max) | 1

    var isEmpty: Bool { secrets.isEmpty }

    /// Adds a secret of at least ``shortest`` bytes that is not in the index.
    mutating func insert(_ secret: String, number: Int) {
        let bytes = Array(secret.utf8)
        let prefix = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        let bucket = bucket(of: prefix)
        let place = bytes.withUnsafeBytes { new in
            buckets[bucket].firstPlace { number in
                let other = secrets[number].bytes
                let like = other.common(with: new, from: Self.shortest, to: new.count)
                return like == other.count || like < new.count && other[like] < new[like]
            }
        }
        buckets[bucket].insert(secrets.count, at: place)
        secrets.append(Secret(bytes: bytes, number: number))
    }

    /// Replaces every secret by the placeholder of its number.
    ///
    /// Of the secrets that begin at a place the longest counts, and one that lies in another is a part of it. Of those that
    /// overlap every byte is hidden, behind the placeholders of all of them.
    func hide(in text: [UInt8]) -> Outcome { search(text).outcome }

    /// The same, with its cost besides the look at every place: the bytes and the secrets that were compared.
    func search(_ text: [UInt8]) -> (outcome: Outcome, cost: Int) {
        guard !isEmpty, text.count >= Self.shortest else { return (.clean, 0) }
        let allowance = Self.allowance(for: text.count)
        var budget = allowance
        let outcome = text.withUnsafeBytes { text in
            slots.withUnsafeBufferPointer { hide(in: text, $0, &budget) }
        }
        return (outcome, allowance - budget)
    }

    /// What a search may cost: enough for all but long secrets in texts that nearly repeat them at every place.
    private static func allowance(for count: Int) -> Int { (16 << 20) + 64 * count }

    private func hide(
        in text: UnsafeRawBufferPointer, _ slots: UnsafeBufferPointer<UInt64>, _ budget: inout Int
    ) -> Outcome {
        var cover = Cover(of: text)
        let (multiplier, shift) = (multiplier, shift)
        for place in 0...text.count - Self.shortest {
            let prefix = text.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let slot = Int((prefix &* multiplier) >> shift)
            guard slots[slot] != 0, let bucket = Self.bucket(of: prefix, from: slot, in: slots) else {
                continue
            }
            let rest = UnsafeRawBufferPointer(rebasing: text[place...])
            let found = longest(of: buckets[bucket], in: rest, &budget)
            guard budget >= 0 else { return .tooCostly }
            if let found { cover.hide(place..<place + found.bytes.count, as: found.number) }
        }
        return cover.outcome
    }

    /// The longest of a bucket's secrets that the text begins with.
    private func longest(
        of bucket: [Int], in text: UnsafeRawBufferPointer, _ budget: inout Int
    ) -> Secret? {
        var end = text.count
        while budget >= 0 {
            // The last that is not behind the text: what begins the text stands before it, and begins it too.
            var (low, high) = (0, bucket.count)
            var (likeLow, likeHigh) = (Self.shortest, Self.shortest)
            while low < high {
                let middle = (low + high) / 2
                let secret = secrets[bucket[middle]].bytes
                let known = min(likeLow, likeHigh)
                let like = secret.common(with: text, from: known, to: end)
                budget -= like - known + 1
                if like == secret.count || like < end && secret[like] < text[like] {
                    (low, likeLow) = (middle + 1, like)
                } else {
                    (high, likeHigh) = (middle, like)
                }
            }
            guard low > 0 else { return nil }
            let candidate = secrets[bucket[low - 1]]
            if likeLow == candidate.bytes.count { return candidate }
            end = likeLow
        }
        return nil
    }

    // MARK: - Slots

    private var shift: UInt32 { UInt32(32 - slots.count.trailingZeroBitCount) }

    private func slot(of prefix: UInt32) -> Int { Int((prefix &* multiplier) >> shift) }

    private static func bucket(
        of prefix: UInt32, from slot: Int, in slots: UnsafeBufferPointer<UInt64>
    ) -> Int? {
        var slot = slot
        while slots[slot] != 0 {
            if slots[slot] >> 32 == prefix { return Int(slots[slot] & 0xFFFF_FFFF) - 1 }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The bucket of four bytes; a new one where there was none.
    private mutating func bucket(of prefix: UInt32) -> Int {
        let start = slot(of: prefix)
        if let bucket = slots.withUnsafeBufferPointer({ Self.bucket(of: prefix, from: start, in: $0) }) {
            return bucket
        }
        buckets.append([])
        if buckets.count * 4 > slots.count { widen() }
        enter(UInt64(prefix) << 32 | UInt64(buckets.count))
        return buckets.count - 1
    }

    private mutating func widen() {
        let entries = slots.filter { $0 != 0 }
        slots = [UInt64](repeating: 0, count: slots.count * 4)
        for entry in entries { enter(entry) }
    }

    private mutating func enter(_ entry: UInt64) {
        var slot = slot(of: UInt32(entry >> 32))
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = entry
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
        let isApart = range.lowerBound >= end
        if isApart { output += text[end..<range.lowerBound] }
        if isApart || number != self.number {
            output += "<redacted:\(number)>".utf8
            times += 1
        }
        (end, self.number) = (range.upperBound, number)
    }

    var outcome: SecretIndex.Outcome {
        times == 0 ? .clean : .hidden(output + text[end...], times: times)
    }
}

extension [Int] {
    /// The first place whose element does not precede, in an order where those that do come first.
    fileprivate func firstPlace(where precedes: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension [UInt8] {
    /// How many bytes are the same from the start on, where so many are known to be and no more than up to an end count.
    fileprivate func common(with text: UnsafeRawBufferPointer, from known: Int, to end: Int) -> Int {
        withUnsafeBytes { own in
            let end = Swift.min(end, own.count)
            var index = known
            while index + 8 <= end,
                own.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    == text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            {
                index += 8
            }
            while index < end, own[index] == text[index] { index += 1 }
            return index
        }
    }
}
