import ClientEngine

/// The heads that were read last: most come again with the next task, and tell no other secrets then.
///
/// A head counts as long as as many secrets are known as when it was read: none has been forgotten meanwhile.
struct ReadHeads: Sendable {
    private var heads: [ArraySlice<UInt8>] = []
    private var next = 0
    private var known = 0
    private static let most = 4

    func contains(_ head: ArraySlice<UInt8>, _ known: Int) -> Bool {
        guard known == self.known, !head.isEmpty else { return false }
        return heads.contains { $0.isSame(as: head) }
    }

    mutating func add(_ head: ArraySlice<UInt8>, _ known: Int) {
        if known != self.known { (heads, next) = ([], 0) }
        self.known = known
        if heads.count < Self.most { return heads.append(head) }
        heads[next] = head
        next = (next + 1) % Self.most
    }
}
