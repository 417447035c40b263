import ClientEngine

/// The secrets found so far, with their numbers.
///
/// This type alone decides which texts are hidden wherever they occur.
struct KnownSecrets: Sendable {
    /// A secret, or the hashes of one that is too long to be stored.
    private enum Key: Hashable, Sendable {
        case text(String)
        case mark(count: Int, Int, Int)

        init(_ bytes: UnsafeRawBufferPointer) {
            let secret = String(decoding: bytes, as: UTF8.self)
            guard secret.utf8.count > KnownSecrets.longest else {
                self = .text(secret)
                return
            }
            // Two hashes with a seed of this process, so that an attacker cannot create secrets with equal hashes.
            self = .mark(count: secret.utf8.count, [secret].hashValue, secret.hashValue)
        }
    }

    /// The largest length in bytes of a secret that is searched for in other texts.
    ///
    /// Longer ones are whole bodies.
    static let longest = 64 << 10

    private var index = SecretIndex()
    /// The numbers of secrets that are not searched for.
    private var unsearched: [Key: Int] = [:]
    /// All secrets in the order in which they were found, if the oldest ones are to be forgotten.
    private var order: [(key: Key, number: Int)] = []
    private(set) var count = 0
    private(set) var highest = 0
    private let limit: Int?

    /// Creates a list that keeps at least `limit` and at most twice as many of the newest secrets, or all if `limit` is
    /// `nil`.
    init(limit: Int? = nil) {
        self.limit = limit
    }

    var isEmpty: Bool { index.isEmpty }

    /// Returns the number of a secret.
    ///
    /// A new secret gets a new number, and is hidden from now on in all its spellings.
    mutating func number(of secret: UnsafeRawBufferPointer) -> Int {
        if let number = known(secret) { return number }
        let number = highest + 1
        if !secret.isEmpty { know(secret, as: number) }
        return number
    }

    mutating func number(of secret: String) -> Int {
        secret.withBytes { number(of: $0) }
    }

    /// Gives other forms or parts of a secret the number of the secret.
    mutating func add(aliases: [String], of secret: String) {
        let number = secret.withBytes { known($0) } ?? highest + 1
        for alias in aliases where !alias.isEmpty {
            alias.withBytes { if known($0) == nil { know($0, as: number) } }
        }
    }

    func hide(in text: [UInt8]) -> SecretIndex.Outcome {
        index.search(text).outcome
    }

    private func known(_ secret: UnsafeRawBufferPointer) -> Int? {
        Self.isTelling(secret) ? index.number(of: secret) : unsearched[Key(secret)]
    }

    /// Adds a new secret and its spellings.
    private mutating func know(_ secret: UnsafeRawBufferPointer, as number: Int) {
        highest = max(highest, number)
        enter(secret, number)
        if secret.count <= Self.longest, !secret.allSatisfy(\.isUnreservedInURL) {
            // Sorted, so that the same secrets are forgotten every time.
            for spelling in String(decoding: secret, as: UTF8.self).secretSpellings.sorted() {
                spelling.withBytes { if known($0) == nil { enter($0, number) } }
            }
        }
        if let limit, count > 2 * limit { forget(keeping: limit) }
    }

    private mutating func enter(_ secret: UnsafeRawBufferPointer, _ number: Int) {
        if limit != nil { order.append((Key(secret), number)) }
        count += 1
        if Self.isTelling(secret) {
            index.insert(secret, number: number)
        } else {
            unsearched[Key(secret)] = number
        }
    }

    /// Returns whether a secret can be searched for.
    ///
    /// Short texts, short numbers and common words would be found everywhere, and whole bodies take too long.
    private static func isTelling(_ secret: UnsafeRawBufferPointer) -> Bool {
        guard (SecretIndex.shortest...longest).contains(secret.count) else { return false }
        guard secret.count < shortestNumber else { return true }
        let isWord = ["true", "false", "null", "none"].contains { secret.elementsEqual($0.utf8) }
        return !isWord && !secret.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The smallest number of digits of a number that is searched for.
    private static let shortestNumber = 6

    private mutating func forget(keeping count: Int) {
        let kept = order.suffix(count)
        (order, index, unsearched, self.count) = ([], SecretIndex(), [:], 0)
        for (key, number) in kept {
            switch key {
            case .text(let secret): secret.withBytes { enter($0, number) }
            case .mark:
                (unsearched[key], self.count) = (number, self.count + 1)
                order.append((key, number))
            }
        }
    }
}

extension String {
    fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
