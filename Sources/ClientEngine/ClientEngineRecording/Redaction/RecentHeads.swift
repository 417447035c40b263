import ClientEngine
internal import EngineSupport

/// The results for the last heads.
///
/// Most heads occur again in the next task, and contain the same secrets. A result is valid while the number of known
/// secrets is the same: no secret has been learned or forgotten since then.
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
