import ClientEngine

/// Secrets by their bytes: those that begin alike share the bytes that they begin with.
///
///     root ═ "session=" ─┬─ "1" •
///                        └─ "42" • ─ "7" •        • a secret ends here
///
/// The first step takes as many bytes as each of the secrets has at least, so that few steps are left.
struct SecretTree: Sendable {
    /// The stretch of bytes that leads to it, and the secret that ends there; 0 is none.
    private struct Node: Sendable {
        var start: Int
        var count: Int
        var number = 0
    }

    let width: Int
    private(set) var filter = SecretFilter()
    /// The root first, whose number says that there is none.
    private var nodes = [Node(start: 0, count: 0)]
    private var bytes: [UInt8] = []
    /// The node behind each first step.
    private var heads = SecretLinks()
    /// The node behind each other node and byte.
    private var links = SecretLinks()

    /// Takes secrets that have at least so many bytes.
    init(width: Int) {
        self.width = width
    }

    var isEmpty: Bool { heads.isEmpty }

    func number(of secret: UnsafeRawBufferPointer) -> Int? {
        var (node, index) = (0, 0)
        while index < secret.count {
            guard let next = child(of: node, secret, index) else { return nil }
            guard common(next, with: secret, index) == nodes[next].count else { return nil }
            index += nodes[next].count
            node = next
        }
        return nodes[node].number > 0 ? nodes[node].number : nil
    }

    mutating func insert(_ secret: UnsafeRawBufferPointer, number: Int) {
        var (node, index) = (0, 0)
        while index < secret.count {
            guard let next = child(of: node, secret, index) else {
                nodes.append(Node(start: bytes.count, count: secret.count - index, number: number))
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: secret[index...]))
                link(node, secret, index, to: nodes.count - 1)
                return
            }
            let like = common(next, with: secret, index)
            if like < nodes[next].count {
                let front = split(next, at: like)
                link(node, secret, index, to: front)
                node = front
            } else {
                node = next
            }
            index += like
        }
        nodes[node].number = number
    }

    /// Returns the longest secret that a text begins with; what it costs to find is taken off a budget.
    func longest(in text: UnsafeRawBufferPointer, _ budget: inout Int) -> (count: Int, number: Int)? {
        guard text.count >= width else { return nil }
        var found: (count: Int, number: Int)?
        var (node, index) = (0, 0)
        while index < text.count, let next = child(of: node, text, index) {
            let like = common(next, with: text, index)
            budget -= like + 1
            guard like == nodes[next].count else { return found }
            (node, index) = (next, index + like)
            if nodes[node].number > 0 { found = (index, nodes[node].number) }
        }
        return found
    }

    /// Returns the node that a text leads to from another; where that is the root, the text has a first step.
    private func child(of node: Int, _ text: UnsafeRawBufferPointer, _ index: Int) -> Int? {
        node == 0 ? heads[text.prefix(width)] : links[UInt64(node) << 8 | UInt64(text[index])]
    }

    private mutating func link(_ node: Int, _ text: UnsafeRawBufferPointer, _ index: Int, to child: Int) {
        guard node == 0 else {
            links[UInt64(node) << 8 | UInt64(text[index])] = child
            return
        }
        let prefix = text.prefix(width)
        heads[prefix] = child
        if filter.isNarrow(for: heads.count) {
            filter.widen()
            for prefix in heads.keys { filter.insert(prefix) }
        }
        filter.insert(prefix)
    }

    private mutating func split(_ node: Int, at count: Int) -> Int {
        let whole = nodes[node]
        nodes.append(Node(start: whole.start, count: count))
        let front = nodes.count - 1
        nodes[node] = Node(start: whole.start + count, count: whole.count - count, number: whole.number)
        links[UInt64(front) << 8 | UInt64(bytes[whole.start + count])] = node
        return front
    }

    /// Returns the number of bytes of a node's stretch that stand in a text from a place on.
    private func common(_ node: Int, with text: UnsafeRawBufferPointer, _ place: Int) -> Int {
        let (start, end) = (nodes[node].start, min(nodes[node].count, text.count - place))
        return bytes.withUnsafeBytes { own in
            var index = 0
            while index + 8 <= end,
                own.loadUnaligned(fromByteOffset: start + index, as: UInt64.self)
                    == text.loadUnaligned(fromByteOffset: place + index, as: UInt64.self)
            {
                index += 8
            }
            while index < end, own[start + index] == text[place + index] { index += 1 }
            return index
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the first four or eight bytes as a number.
    fileprivate func prefix(_ width: Int) -> UInt64 {
        width == 8
            ? loadUnaligned(as: UInt64.self).littleEndian
            : UInt64(loadUnaligned(as: UInt32.self).littleEndian)
    }
}
