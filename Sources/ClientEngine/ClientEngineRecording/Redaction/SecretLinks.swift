import ClientEngine

struct SecretLinks: Sendable {
    /// A key and its node, which is not 0.
    ///
    /// An empty slot has the node 0.
    private struct Slot: Sendable {
        var key: UInt64 = 0
        var node = 0
    }

    /// Each slot is at or after the position that the hash of its key determines.
    private var slots = [Slot](repeating: Slot(), count: 1 << 6)
    /// Random, so that an attacker cannot choose keys with the same position.
    private let multiplier = UInt64.random(in: 0...UInt64.max) | 1
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The keys, in no particular order.
    var keys: some Sequence<UInt64> { slots.lazy.filter { $0.node != 0 }.map(\.key) }

    /// The node for a key, or `nil` if there is none.
    ///
    /// A key cannot be removed.
    subscript(key: UInt64) -> Int? {
        get {
            let node = slots[place(of: key)].node
            return node == 0 ? nil : node
        }
        set {
            guard let newValue else { return }
            if count * 2 >= slots.count { widen() }
            let place = place(of: key)
            if slots[place].node == 0 { count += 1 }
            slots[place] = Slot(key: key, node: newValue)
        }
    }

    private func place(of key: UInt64) -> Int {
        let mask = slots.count - 1
        var place = Int((key &* multiplier) &>> UInt64(64 - slots.count.trailingZeroBitCount))
        while slots[place].node != 0, slots[place].key != key { place = (place + 1) & mask }
        return place
    }

    private mutating func widen() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 4)
        for slot in old where slot.node != 0 { slots[place(of: slot.key)] = slot }
    }
}
