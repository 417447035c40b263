extension [UInt8] {
    /// The size up to which short pieces of a body are joined: an array takes about 50 bytes beside its content.
    static let joinedPiece = 4 << 10

    /// Appends the next piece of a body, and returns whether that was done: the two together must not exceed ``joinedPiece``.
    mutating func join(_ next: some Collection<UInt8>) -> Bool {
        guard count + next.count <= Self.joinedPiece else { return false }
        append(contentsOf: next)
        return true
    }
}

extension [[UInt8]] {
    /// Appends the next piece of a body, as a part of the last piece where both are short.
    mutating func appendJoining(_ next: [UInt8]) {
        if isEmpty || !self[count - 1].join(next) { append(next) }
    }

    /// The pieces in one.
    ///
    /// Not `joined()`, which goes byte by byte: a large body would keep the loop busy.
    var joinedBytes: [UInt8] {
        if count == 1 { return self[0] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(reduce(0) { $0 + $1.count })
        for piece in self { bytes += piece }
        return bytes
    }
}
