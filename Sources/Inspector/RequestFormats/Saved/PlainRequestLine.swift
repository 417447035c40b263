/// The parts of a request line as most are: a usual method, a blank, and a URL that no rule of a dialect changes.
///
/// ``RequestLine`` reads it in the same way, and all others.
struct PlainRequestLine {
    let method: String
    /// The bytes of the URL, in what the line is a part of.
    let target: Range<Int>
    /// The column of the URL, from 1.
    let targetColumn: Int

    init?(_ line: ArraySlice<UInt8>) {
        guard let blank = line.prefix(Self.longestMethod + 1).firstIndex(of: 0x20),
            case let target = line[(blank + 1)...],
            target.starts(with: "http://") || target.starts(with: "https://"),
            target.withUnsafeBufferPointer({ $0.allSatisfy(\.isPlainInRequestLines) })
        else { return nil }
        method = String(decoding: line[..<blank], as: UTF8.self)
        guard RequestLine.isKnown(method) else { return nil }
        self.target = target.indices
        targetColumn = target.startIndex - line.startIndex + 1
    }

    private static let longestMethod = 7
}

extension UInt8 {
    /// Indicates whether it is a visible character of ASCII and no brace, of which references are made.
    fileprivate var isPlainInRequestLines: Bool {
        (0x21...0x7E).contains(self) && self != 0x7B && self != 0x7D
    }
}
