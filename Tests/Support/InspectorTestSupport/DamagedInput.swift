extension [UInt8] {
    /// Returns the bytes with a few parts removed, repeated or overwritten.
    public func damaged(_ random: inout SeededRandom) -> [UInt8] {
        var bytes = self
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: bytes.indices, using: &random)
            let end = Int.random(in: start..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes.removeSubrange(start..<Swift.min(end, start + 8))
            case 1: bytes.insert(contentsOf: bytes[start..<Swift.min(end, start + 64)], at: start)
            case 2: bytes[start] = UInt8.random(in: 0...255, using: &random)
            default:
                bytes.insert(
                    contentsOf: Array("{\"[:\n\r\0\u{7f}#@%".utf8).shuffled(using: &random).prefix(2), at: end
                )
            }
        }
        return bytes
    }
}
