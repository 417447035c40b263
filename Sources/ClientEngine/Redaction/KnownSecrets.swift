import EngineJSON

/// The secrets that were met, with their numbers: the one place that decides what is hidden wherever it comes up.
struct KnownSecrets: Sendable {
    /// A secret, or the mark of one that is too long to be kept.
    private enum Key: Hashable, Sendable {
        case text(String)
        case mark(count: Int, Int, Int)

        init(_ secret: String) {
            guard secret.utf8.count > KnownSecrets.longest else {
                self = .text(secret)
                return
            }
            // Two hashes with a seed of this process: nobody can make two secrets that share them.
            self = .mark(count: secret.utf8.count, [secret].hashValue, secret.hashValue)
        }
    }

    /// The longest secret, in bytes, that is searched for in other texts; beyond it stand whole bodies.
    static let longest = 64 << 10

    private var numbers: [Key: Int] = [:]
    /// The same in the order in which they were met.
    private var order: [(key: Key, number: Int)] = []
    private var index = SecretIndex()
    /// The highest number that a secret has.
    private(set) var highest = 0
    private let limit: Int?

    /// Keeps the newest secrets, so many at least and twice as many at most; all of them where no limit is given.
    init(limit: Int? = nil) {
        self.limit = limit
    }

    /// How many secrets are kept, other forms included.
    var count: Int { order.count }

    /// Whether nothing is searched for.
    var isEmpty: Bool { index.isEmpty }

    /// The number of a secret; one that is new gets a new number and is known from now on, in all its spellings.
    mutating func number(of secret: String) -> Int {
        if let number = numbers[Key(secret)] { return number }
        let number = highest + 1
        know(secret, as: number)
        return number
    }

    /// Gives other forms, or parts, of a secret the secret's number.
    mutating func add(aliases: [String], of secret: String) {
        let number = numbers[Key(secret)] ?? highest + 1
        for alias in aliases { know(alias, as: number) }
    }

    /// Replaces what is known in a text.
    func hide(in text: [UInt8]) -> SecretIndex.Outcome {
        index.hide(in: text)
    }

    private mutating func know(_ secret: String, as number: Int) {
        let key = Key(secret)
        guard !secret.isEmpty, numbers[key] == nil else { return }
        highest = max(highest, number)
        enter(key, number)
        if secret.utf8.count <= Self.longest {
            // Sorted, so that the same secrets are forgotten every time.
            for spelling in secret.secretSpellings.sorted() where numbers[Key(spelling)] == nil {
                enter(Key(spelling), number)
            }
        }
        if let limit, order.count > 2 * limit { forget(keeping: limit) }
    }

    private mutating func enter(_ key: Key, _ number: Int) {
        numbers[key] = number
        order.append((key, number))
        if case .text(let secret) = key, Self.isTelling(secret) { index.insert(secret, number: number) }
    }

    /// Whether a secret can be searched for: short ones, short numbers and words that stand for themselves would be found
    /// everywhere.
    private static func isTelling(_ secret: String) -> Bool {
        let count = secret.utf8.count
        guard count >= SecretIndex.shortest, !["true", "false", "null", "none"].contains(secret) else {
            return false
        }
        return count >= shortestNumber || secret.utf8.contains { !(0x30...0x39).contains($0) }
    }

    /// The shortest number, in digits, that is searched for.
    private static let shortestNumber = 6

    private mutating func forget(keeping count: Int) {
        let kept = order.suffix(count)
        (numbers, order, index) = ([:], [], SecretIndex())
        for (key, number) in kept { enter(key, number) }
    }
}
