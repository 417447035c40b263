// These stand before those of all sequences, which ask a text for each of its bytes, some thirty instructions a time. These look
// at the bytes where they lie.

extension String.UTF8View {
    func contains(_ byte: UInt8) -> Bool { contains { $0 == byte } }

    func contains(where isWanted: (UInt8) -> Bool) -> Bool {
        withContiguousStorageIfAvailable { $0.contains(where: isWanted) }
            ?? Array(self).contains(where: isWanted)
    }

    func allSatisfy(_ isRight: (UInt8) -> Bool) -> Bool { !contains { !isRight($0) } }
}

extension Substring.UTF8View {
    func contains(_ byte: UInt8) -> Bool { contains { $0 == byte } }

    func contains(where isWanted: (UInt8) -> Bool) -> Bool {
        withContiguousStorageIfAvailable { $0.contains(where: isWanted) }
            ?? Array(self).contains(where: isWanted)
    }

    func allSatisfy(_ isRight: (UInt8) -> Bool) -> Bool { !contains { !isRight($0) } }
}
