/// A URL's path cut at its slashes, then percent-decoded: `foo%2Fbar` is one component and not two.
struct PathComponents: Sendable, Hashable {
    /// The components; those between doubled slashes, and behind a last one, are empty.
    var bytes: [[UInt8]]

    /// Reads a path; the slash at its front opens the first component.
    init(_ path: some StringProtocol) {
        let path = path.hasPrefix("/") ? path.dropFirst() : path[...]
        bytes = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Self.decode($0) }
    }

    /// The same without its empty components.
    var withoutEmpty: [[UInt8]] { bytes.filter { !$0.isEmpty } }

    /// Decodes `%` and two hexadecimal digits; any other `%` stands for itself.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalValue,
                let low = rest.dropFirst().first?.hexadecimalValue
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
