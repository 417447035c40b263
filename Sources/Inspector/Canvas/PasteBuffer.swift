struct PasteBuffer: Hashable, Sendable {
    private var bytes: [UInt8] = []
    private var isTruncated = false

    mutating func append(_ more: some Sequence<UInt8>) {
        let more = Array(more)
        let room = KeyDecoder.pasteLimit - bytes.count
        bytes += more.prefix(room)
        isTruncated = isTruncated || more.count > room
    }

    /// Returns the paste and resets the buffer.
    ///
    /// End markers inside the text are removed, and CR becomes LF.
    mutating func finished() -> Key.Paste {
        defer { self = PasteBuffer() }
        let text = String(decoding: withoutMarkers(), as: UTF8.self)
        return Key.Paste(text: text, isTruncated: isTruncated)
    }

    private func withoutMarkers() -> [UInt8] {
        let marker = Array("\u{1B}[201~".utf8)
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if bytes[position] == 0x1B, bytes[position...].starts(with: marker) {
                position += marker.count
                continue
            }
            let isNewline = bytes[position] == 0x0D
            if isNewline, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
            kept.append(isNewline ? 0x0A : bytes[position])
            position += 1
        }
        return kept
    }
}
