extension [UInt8] {
    /// The size up to which short pieces of a body are joined, because each array takes about 50 bytes in addition to
    /// its content.
    static let joinedPiece = 4 << 10
    /// The size of the pieces of a body that is read while it arrives: each piece costs a system call and wakes the reader.
    static let largePiece = 64 << 10
    /// The most bytes of a body that libcurl delivers in a call (`CURL_MAX_WRITE_SIZE`).
    static let callPiece = 16 << 10

    /// Appends the next piece of a body and returns `true` if the two together do not exceed `limit` bytes.
    mutating func join(_ next: some Collection<UInt8>, upTo limit: Int = joinedPiece) -> Bool {
        guard count + next.count <= limit else { return false }
        append(contentsOf: next)
        return true
    }
}

extension [[UInt8]] {
    /// Appends the next piece of a body, joined with the last piece if both are short.
    mutating func appendJoining(_ next: [UInt8]) {
        if isEmpty || !self[count - 1].join(next) { append(next) }
    }

    /// The pieces as one.
    ///
    /// It does not use `joined()`, which copies byte by byte: a large body would block the loop.
    var joinedBytes: [UInt8] {
        if count == 1 { return self[0] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(reduce(0) { $0 + $1.count })
        for piece in self { bytes += piece }
        return bytes
    }
}
