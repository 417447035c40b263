import ClientEngine

/// A tree of secrets.
///
/// Secrets that start with the same bytes share them.
///
///     root ═ "session=" ─┬─ "1" • └─ "42" • ─ "7" •        • a secret ends here
///
/// The first step consumes `width` bytes, which each secret has, so that few steps are left.
struct SecretTree: Sendable {
    /// A range of the bytes, which leads to the node, and the number of the secret that ends there, or 0.
    private struct Node: Sendable {
        var start: Int
        var count: Int
        var number = 0
    }

    let width: Int
    private(set) var filter = SecretFilter()
    /// The nodes.
    ///
    /// The first is the root, which never ends a secret.
    private var nodes = [Node(start: 0, count: 0)]
    private var bytes: [UInt8] = []
    /// The node after each first step.
    private var heads = SecretLinks()
    /// The node after each other node and byte.
    private var links = SecretLinks()

    /// Creates a tree for secrets of at least `width` bytes.
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

    /// Returns the longest secret with which the text starts, or `nil` if there is none.
    ///
    /// It subtracts its cost from `budget`.
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

    /// Returns the node after a node and a text.
    ///
    /// After the root, the text has a complete first step.
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

    /// Returns the number of bytes of a node that are equal to the text at a position.
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
