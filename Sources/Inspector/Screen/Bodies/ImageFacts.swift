/// The facts in the head of an image file: its format and its size in pixels.
struct ImageFacts: Equatable {
    let format: String
    let width: Int
    let height: Int

    var text: String { "\(format) image, \(width) × \(height) pixels" }

    /// Tells whether a body begins as an image that can be drawn.
    static func isImage(_ start: ArraySlice<UInt8>) -> Bool {
        let reader = Reader(bytes: Array(start.prefix(16)))
        return reader.starts(with: [0x89, 0x50, 0x4E, 0x47]) || reader.starts(with: Array("GIF8".utf8))
            || reader.starts(with: [0xFF, 0xD8, 0xFF])
            || reader.starts(with: Array("RIFF".utf8)) && reader.starts(with: Array("WEBP".utf8), at: 8)
    }

    /// Reads the head; nil for what is no image of a known format, or a broken one.
    init?(_ bytes: [UInt8]) {
        let reader = Reader(bytes: bytes)
        if reader.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init("PNG", reader.big(16, 4), reader.big(20, 4))
        } else if reader.starts(with: Array("GIF8".utf8)) {
            self.init("GIF", reader.little(6, 2), reader.little(8, 2))
        } else if reader.starts(with: [0xFF, 0xD8]) {
            guard let frame = reader.jpegFrame else { return nil }
            self.init("JPEG", reader.big(frame + 7, 2), reader.big(frame + 5, 2))
        } else if reader.starts(with: Array("BM".utf8)) {
            self.init("BMP", reader.little(18, 4), reader.little(22, 4))
        } else if reader.starts(with: Array("RIFF".utf8)), reader.starts(with: Array("WEBP".utf8), at: 8) {
            self.init(webP: reader)
        } else {
            return nil
        }
    }

    private init?(_ format: String, _ width: Int?, _ height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// The three forms of WebP (RFC 9649).
    private init?(webP reader: Reader) {
        if reader.starts(with: Array("VP8X".utf8), at: 12) {
            self.init("WebP", reader.little(24, 3).map { $0 + 1 }, reader.little(27, 3).map { $0 + 1 })
        } else if reader.starts(with: Array("VP8L".utf8), at: 12) {
            let bits = reader.little(21, 4)
            self.init("WebP", bits.map { $0 & 0x3FFF + 1 }, bits.map { $0 >> 14 & 0x3FFF + 1 })
        } else {
            self.init(
                "WebP", reader.little(26, 2).map { $0 & 0x3FFF }, reader.little(28, 2).map { $0 & 0x3FFF })
        }
    }
}

private struct Reader {
    let bytes: [UInt8]

    func starts(with magic: [UInt8], at offset: Int = 0) -> Bool {
        bytes.dropFirst(offset).starts(with: magic)
    }

    func big(_ offset: Int, _ count: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(_ offset: Int, _ count: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The place of the frame's marker (ITU T.81, table B.1).
    var jpegFrame: Int? {
        var offset = 2
        while let marker = big(offset, 2), marker >> 8 == 0xFF, let length = big(offset + 2, 2) {
            if (0xC0...0xCF).contains(marker & 0xFF), ![0xC4, 0xC8, 0xCC].contains(marker & 0xFF) {
                return offset
            }
            offset += 2 + max(2, length)
        }
        return nil
    }
}
