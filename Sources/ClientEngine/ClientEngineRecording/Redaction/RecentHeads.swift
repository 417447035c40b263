import ClientEngine
internal import EngineSupport

/// What was found in the heads that were read last: most come again with the next task, and hold no other secrets then.
///
/// A finding counts as long as the number of known secrets is the same: none has been learned or forgotten meanwhile.
struct RecentHeads<Finding: Sendable>: Sendable {
    private var heads: [(bytes: ArraySlice<UInt8>, finding: Finding)] = []
    private var next = 0
    private var known = 0
    private static var most: Int { 4 }

    func finding(in head: ArraySlice<UInt8>, _ known: Int) -> Finding? {
        guard known == self.known, !head.isEmpty else { return nil }
        return heads.first { $0.bytes.isSame(as: head) }?.finding
    }

    mutating func add(_ head: ArraySlice<UInt8>, _ finding: Finding, _ known: Int) {
        if known != self.known { (heads, next) = ([], 0) }
        self.known = known
        if heads.count < Self.most { return heads.append((head, finding)) }
        heads[next] = (head, finding)
        next = (next + 1) % Self.most
    }
}
