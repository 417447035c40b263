import EnginePatterns

/// The subject of a search in a body: text, or an expression when it is written as `/expression/`.
struct BodyNeedle: Equatable, Sendable {
    private enum Matcher: Equatable, Sendable {
        /// Lower-case bytes; ASCII letters match either case.
        case bytes([UInt8])
        case expression(Pattern)
        case nothing
    }

    /// As it was typed.
    let text: String
    /// The problem of the expression.
    let problem: String?
    private let matcher: Matcher

    /// An expression sees a line in pieces of at most so many bytes.
    static let pieceLength = 64 * 1_024
    /// The maximum number of steps of an expression for a piece; one that needs more is given up.
    private static let stepLimit = 1_000_000

    init(_ text: String) {
        self.text = text
        guard text.utf8.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else {
            matcher = text.isEmpty ? .nothing : .bytes(text.utf8.map(\.asciiLowercased))
            problem = nil
            return
        }
        do throws(PatternError) {
            let source = String(text.dropFirst().dropLast())
            let pattern = try Pattern(source, options: .caseInsensitive, stepLimit: Self.stepLimit)
            (matcher, problem) = (.expression(pattern), nil)
        } catch {
            matcher = .nothing
            if case .invalid(let message, _) = error {
                problem = message
            } else {
                problem = error.description
            }
        }
    }

    /// Indicates whether nothing can be found.
    var isEmpty: Bool { matcher == .nothing }

    /// The number of bytes at the end of a stretch that may be the start of a match that goes on behind it.
    var overlap: Int {
        if case .bytes(let needle) = matcher { needle.count - 1 } else { 0 }
    }

    /// The number of bytes that may be searched at one go without holding up the keys.
    var budget: Int {
        if case .expression = matcher { 256 * 1_024 } else { 2 * 1_024 * 1_024 }
    }

    /// The matches in a stretch of bytes, ascending and apart.
    ///
    /// - Throws: ``PatternError/limit`` when the expression takes too long.
    func matches(in bytes: ArraySlice<UInt8>) throws(PatternError) -> [Range<Int>] {
        switch matcher {
        case .nothing: []
        case .bytes(let needle): Self.matches(of: needle, in: bytes)
        case .expression(let pattern): try Self.matches(of: pattern, in: bytes)
        }
    }

    private static func matches(of needle: [UInt8], in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        bytes.withUnsafeBufferPointer { bytes in
            needle.withUnsafeBufferPointer { needle in
                var index = 0
                while index <= bytes.count - needle.count {
                    var length = 0
                    while length < needle.count, bytes[index + length].asciiLowercased == needle[length] {
                        length += 1
                    }
                    if length == needle.count { found.append(index..<index + length) }
                    index += length == needle.count ? length : 1
                }
            }
        }
        return found.map { $0.shifted(by: bytes.startIndex) }
    }

    private static func matches(
        of pattern: Pattern, in bytes: ArraySlice<UInt8>
    ) throws(PatternError) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            for start in stride(from: line.startIndex, to: line.endIndex, by: pieceLength) {
                let piece = line[start..<min(start + pieceLength, line.endIndex)]
                found += try pattern.matches(in: text(of: piece)).map { $0.shifted(by: start) }
            }
        }
        return found
    }

    /// The text of a piece, byte for byte: where it is not UTF-8, or was cut within a letter, only ASCII remains.
    private static func text(of piece: ArraySlice<UInt8>) -> String {
        String(validating: piece, as: UTF8.self)
            ?? String(decoding: piece.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}

extension Range<Int> {
    fileprivate func shifted(by distance: Int) -> Range<Int> {
        lowerBound + distance..<upperBound + distance
    }
}
