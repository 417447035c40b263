import ClientEngine
import EngineJSON
import FoundationEssentials
import Glibc

/// A body laid out in lines, each found without looking at those before it.
package struct BodyText: Equatable, Sendable {
    private(set) var source: BodySource
    /// What the lines are cut from: the body, or the body formatted.
    private(set) var bytes: [UInt8]
    /// Whether `bytes` is formatted JSON.
    let isFormatted: Bool
    /// What kept the body from being formatted.
    private(set) var note: String?
    private var starts: [Int] = []
    /// Whether the last of the lines holds all that was not cut into lines at once.
    private(set) var isPartial = false

    static let bytesPerHexLine = 16
    /// How many lines are found at once; a body may hold nothing but line ends.
    static let linesAtOnce = 1 << 20

    /// Lays out what can be laid out at once: a large body stays as it came.
    init(quickly source: BodySource) {
        self.init(source, formatting: !source.isLarge, lines: Self.linesAtOnce)
    }

    /// Lays out everything, however long it takes.
    package init(thoroughly source: BodySource) {
        self.init(source, formatting: true, lines: .max)
    }

    private init(_ source: BodySource, formatting: Bool, lines limit: Int) {
        self.source = source
        let raw = source.bytes
        var formatted: [UInt8]?
        if source.format == .json, source.key.isEnded, !raw.isEmpty {
            if formatting {
                do throws(JSONError) {
                    formatted = Array(try JSONValue(parsing: raw).prettyPrinted().utf8)
                } catch {
                    note = "shown as it came, not valid JSON: \(error.description)"
                }
            } else {
                note = "formatting \(raw.count.byteText) of JSON"
            }
        }
        bytes = formatted ?? raw
        isFormatted = formatted != nil
        guard source.format != .binary else { return }
        appendStarts(from: 0, upTo: limit)
        if isPartial, note == nil { note = "laying out \(raw.count.byteText)" }
    }

    var isHex: Bool { source.format == .binary }

    var lineCount: Int {
        isHex ? (bytes.count + Self.bytesPerHexLine - 1) / Self.bytesPerHexLine : starts.count
    }

    /// One line without its end; for a binary body, the bytes of one line of the dump.
    func line(_ index: Int) -> ArraySlice<UInt8> {
        if isHex {
            let start = index * Self.bytesPerHexLine
            return bytes[start..<min(start + Self.bytesPerHexLine, bytes.count)]
        }
        let start = starts[index]
        var end = index + 1 < starts.count ? starts[index + 1] : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return bytes[start..<end]
    }

    /// Adds what has arrived since; false when the body has to be laid out anew.
    mutating func append(_ newer: BodySource) -> Bool {
        let (old, new) = (source.key, newer.key)
        guard old.task == new.task, old.attempt == new.attempt, old.exchange == new.exchange, !new.isEnded,
            !isFormatted, source.format == newer.format
        else { return false }
        let count = bytes.count
        source = newer
        bytes += newer.bytes(after: count)
        if !isHex { appendStarts(from: count, upTo: Self.linesAtOnce) }
        return true
    }

    private mutating func appendStarts(from index: Int, upTo limit: Int) {
        guard !isPartial else { return }
        if index == 0, !bytes.isEmpty { starts.append(0) }
        if index > 0, bytes[index - 1] == UInt8(ascii: "\n"), index < bytes.count { starts.append(index) }
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var position = index
            while position < buffer.count - 1,
                let newline = memchr(base + position, 0x0A, buffer.count - 1 - position)
            {
                position = base.distance(to: newline) + 1
                starts.append(position)
                guard starts.count < limit else {
                    isPartial = true
                    return
                }
            }
        }
    }
}

// MARK: - Searching

extension BodyText {
    /// Tells whether places in one layout of a body are places in another.
    struct Identity: Equatable, Sendable {
        var task: TaskID
        var attempt: Int
        var exchange: Int
        var isEnded: Bool
        var isFormatted: Bool
    }

    var identity: Identity {
        let key = source.key
        return Identity(
            task: key.task, attempt: key.attempt, exchange: key.exchange, isEnded: key.isEnded,
            isFormatted: isFormatted)
    }

    /// The line that holds a byte.
    func line(holding offset: Int) -> Int {
        isHex
            ? offset / Self.bytesPerHexLine
            : max(0, starts.partition(lowerBoundOf: offset + 1, by: { $0 }) - 1)
    }

    /// Where a line begins.
    func start(ofLine index: Int) -> Int {
        if isHex { return index * Self.bytesPerHexLine }
        return starts.indices.contains(index) ? starts[index] : 0
    }
}

extension UInt8 {
    var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
