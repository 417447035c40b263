/// Secrets by their bytes: those that begin alike share the bytes that they begin with.
///
///     root ─ "sess" ─┬─ "ion=1" •
///                    └─ "42" • ─ "7" •        • a secret ends here
struct SecretTree: Sendable {
    /// The stretch of bytes that leads to it, and the secret that ends there; 0 is none.
    private struct Node: Sendable {
        var start: Int
        var count: Int
        var number = 0
    }

    private var nodes = [Node(start: 0, count: 0)]
    /// The bytes of all secrets as they came.
    private var bytes: [UInt8] = []
    /// The node behind each node and byte, at or behind the place that a hash names; 0 is empty.
    private var links = [UInt64](repeating: 0, count: 1 << 8)
    /// Drawn by lot, so that nobody can choose secrets that crowd one place.
    private let multiplier = UInt64.random(in: 0...UInt64.max) | 1

    /// Adds a secret; false when it is there already.
    mutating func insert(_ secret: UnsafeBufferPointer<UInt8>, number: Int) -> Bool {
        var (node, index) = (0, 0)
        while index < secret.count {
            guard let next = child(of: node, secret[index]) else {
                add(UnsafeBufferPointer(rebasing: secret[index...]), behind: node, number: number)
                return true
            }
            let like = common(
                next, with: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(secret)[index...]))
            node = like < nodes[next].count ? split(next, behind: node, at: like) : next
            index += like
        }
        guard nodes[node].number == 0 else { return false }
        nodes[node].number = number
        return true
    }

    /// The longest secret that a text begins with; what it costs to find is taken off a budget.
    func longest(in text: UnsafeRawBufferPointer, _ budget: inout Int) -> (count: Int, number: Int)? {
        var found: (count: Int, number: Int)?
        var (node, index) = (0, 0)
        while index < text.count, let next = child(of: node, text[index]) {
            let like = common(next, with: UnsafeRawBufferPointer(rebasing: text[index...]))
            budget -= like + 1
            guard like == nodes[next].count else { return found }
            (node, index) = (next, index + like)
            if nodes[node].number > 0 { found = (index, nodes[node].number) }
        }
        return found
    }

    // MARK: - Nodes

    private mutating func add(_ rest: UnsafeBufferPointer<UInt8>, behind node: Int, number: Int) {
        nodes.append(Node(start: bytes.count, count: rest.count, number: number))
        bytes.append(contentsOf: rest)
        link(node, rest[0], to: nodes.count - 1)
    }

    /// Puts a node of its own where a stretch is left before its end; returns it.
    private mutating func split(_ node: Int, behind parent: Int, at count: Int) -> Int {
        let whole = nodes[node]
        nodes.append(Node(start: whole.start, count: count))
        let front = nodes.count - 1
        link(parent, bytes[whole.start], to: front)
        nodes[node] = Node(start: whole.start + count, count: whole.count - count, number: whole.number)
        link(front, bytes[whole.start + count], to: node)
        return front
    }

    /// How many bytes of a node's stretch a text begins with.
    private func common(_ node: Int, with text: UnsafeRawBufferPointer) -> Int {
        let (start, end) = (nodes[node].start, min(nodes[node].count, text.count))
        return bytes.withUnsafeBytes { own in
            var index = 0
            while index + 8 <= end,
                own.loadUnaligned(fromByteOffset: start + index, as: UInt64.self)
                    == text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            {
                index += 8
            }
            while index < end, own[start + index] == text[index] { index += 1 }
            return index
        }
    }

    // MARK: - Links

    /// A link holds the node it leads from (28 bits), the byte (8) and the node it leads to (28).
    private static let bits: UInt64 = 28

    private func place(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* multiplier) >> UInt64(64 - links.count.trailingZeroBitCount))
    }

    private static func key(_ node: Int, _ byte: UInt8) -> UInt64 { UInt64(node) << 8 | UInt64(byte) }

    private func slot(of key: UInt64) -> Int {
        var place = place(of: key)
        while links[place] != 0, links[place] >> Self.bits != key { place = (place + 1) & (links.count - 1) }
        return place
    }

    private func child(of node: Int, _ byte: UInt8) -> Int? {
        let link = links[slot(of: Self.key(node, byte))]
        return link == 0 ? nil : Int(link & (1 << Self.bits - 1))
    }

    /// Lets a byte behind a node lead to another.
    private mutating func link(_ node: Int, _ byte: UInt8, to child: Int) {
        if nodes.count * 2 > links.count { widen() }
        let key = Self.key(node, byte)
        links[slot(of: key)] = key << Self.bits | UInt64(child)
    }

    private mutating func widen() {
        let old = links
        links = [UInt64](repeating: 0, count: old.count * 4)
        for link in old where link != 0 { links[slot(of: link >> Self.bits)] = link }
    }
}
