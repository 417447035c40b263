import ClientEngine
import EngineJSON
import FoundationEssentials
import Glibc
import InspectorCanvas

/// A body laid out in lines, each found without looking at those before it.
package struct BodyText: Equatable, Sendable {
    private(set) var source: BodySource
    /// The bytes that the lines are cut from: the body as UTF-8, laid out as its view has it.
    private(set) var bytes: [UInt8]
    /// The encoding the text was read in.
    let encoding: TextEncoding
    /// A remark on the body, or the reason why it could not be laid out as it should be.
    private(set) var note: String?
    /// Indicates whether `bytes` has a line for each member or element.
    let isFormatted: Bool
    /// Indicates whether more is to be done than could be done at once.
    private(set) var isProvisional: Bool
    /// The starts of the lines that can be seen.
    private(set) var starts: [Int] = []
    /// The folds, by the place where the line begins that stands for it.
    var folds: [Int: Fold] = [:]
    /// The rows of a stream that are opened: how they came, by the place where they begin.
    var openRows: [Int: OpenRow] = [:]
    /// Counts the times that rows were opened and closed, which moves all behind them.
    private(set) var revision = 0
    /// The events of a stream whose end has not come.
    private var events: EventLines?
    /// The number of bytes of the body as it came that are laid out.
    private var received: Int

    static let bytesPerHexLine = 16
    /// The number of lines that are found at once; a body may hold nothing but line ends.
    static let linesAtOnce = 1 << 20
    /// The number of bytes that are formatted at once: more than fit on any screen.
    private static let bytesAtOnce = 128 * 1_024

    /// Lays out what can be laid out at once: of a large body, the beginning.
    init(quickly source: BodySource) {
        self.init(source, isThorough: false)
    }

    /// Lays out everything, however long it takes.
    package init(thoroughly source: BodySource) {
        self.init(source, isThorough: true)
    }

    private init(_ source: BodySource, isThorough: Bool) {
        self.source = source
        if let found = source.found {
            (bytes, encoding, isFormatted, isProvisional) = (found, .utf8, true, false)
            received = 0
            appendStarts(from: 0, upTo: isThorough ? .max : Self.linesAtOnce)
            return
        }
        let raw = source.bytes
        received = raw.count
        guard source.view != .hex, source.view != .picture else {
            (bytes, encoding, isFormatted, isProvisional) = (raw, .utf8, false, false)
            note = ImageFacts(raw).map { "\($0.text), \(raw.count.byteText)" }
            return
        }
        // A stream is laid out as it arrives, and never in the background.
        let isBrief = !isThorough && source.isLarge && source.key.isEnded
        let part = isBrief ? raw.prefix(Self.bytesAtOnce) : raw[...]
        encoding = source.encoding(of: Array(part))
        let text = encoding == .utf8 ? part : Array(encoding.decode(part).utf8)[...]
        switch source.view {
        case .formatted where source.key.isEnded && !raw.isEmpty:
            let result = source.kind == .xml ? XMLIndenter.indent(text) : JSONIndenter.indented(text)
            isFormatted = isBrief || result.problem == nil
            bytes = isFormatted ? result.text : Array(text)
            note = isFormatted ? nil : result.problem.map { "shown as it came, \($0)" }
        case .events, .transcript:
            var lines = EventLines(source.kind, isTranscript: source.view == .transcript)
            bytes = lines.append(text) + (source.key.isEnded && !isBrief ? lines.end() : [])
            (events, isFormatted) = (lines, false)
            note = source.timeNote
        case .formatted, .records, .text, .hex, .picture:
            // Nothing is made of it, so that all of it can be shown at once.
            bytes = encoding == .utf8 ? raw : Array(text)
            isFormatted = false
        }
        let isWhole = !isBrief || encoding == .utf8 && !isFormatted && events == nil
        isProvisional = !isWhole
        appendStarts(from: 0, upTo: isThorough ? .max : Self.linesAtOnce)
        if isBrief, source.view == .formatted { note = "formatting \(raw.count.byteText)" }
        if isProvisional, note == nil { note = "laying out \(raw.count.byteText)" }
    }

    /// Indicates whether its lines are those of a hex dump, which is also what lies below a picture.
    var isHex: Bool { source.view == .hex || source.view == .picture }

    var lineCount: Int {
        isHex ? (bytes.count + Self.bytesPerHexLine - 1) / Self.bytesPerHexLine : starts.count
    }

    /// One line without its end; for a hex dump, the bytes of one of its lines.
    func line(_ index: Int) -> ArraySlice<UInt8> {
        if isHex {
            let start = index * Self.bytesPerHexLine
            return bytes[start..<min(start + Self.bytesPerHexLine, bytes.count)]
        }
        let start = starts[index]
        var end = folds[start]?.hidden.first ?? (index + 1 < starts.count ? starts[index + 1] : bytes.count)
        if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return bytes[start..<end]
    }

    /// Indicates whether a line goes on with what did not fit into the one above.
    func isContinuation(_ index: Int) -> Bool {
        !isHex && starts[index] > 0 && bytes[starts[index] - 1] != UInt8(ascii: "\n")
    }

    /// Adds what has arrived since; false when the body has to be laid out anew.
    mutating func append(_ newer: BodySource) -> Bool {
        let (old, new) = (source.key, newer.key)
        guard old.task == new.task, old.attempt == new.attempt, old.exchange == new.exchange, !new.isEnded,
            old.layout == new.layout, old.query == 0, new.query == 0, encoding == .utf8
        else { return false }
        let count = bytes.count
        let arrived = newer.bytes(after: received)
        source = newer
        received += arrived.count
        bytes += events?.append(arrived[...]) ?? arrived
        if note == nil { note = source.timeNote }
        if !isHex { appendStarts(from: count, upTo: Self.linesAtOnce) }
        return true
    }

    /// Shows other lines than before.
    mutating func replaceStarts(with starts: [Int]) { self.starts = starts }

    /// Puts other whole lines in the place of some; what lies behind them moves.
    mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        let behind = starts.partitioningIndex { $0 >= range.upperBound }
        let first = starts.partitioningIndex { $0 >= range.lowerBound }
        let moved = starts[behind...].map { $0 + text.count - range.count }
        let rest = bytes[range.upperBound...]
        starts.removeSubrange(first...)
        bytes = Array(bytes[..<range.lowerBound]) + text
        appendStarts(from: range.lowerBound, upTo: .max)
        bytes += rest
        starts += moved
        revision += 1
    }

    /// Finds the lines behind a place, up to so many in all.
    private mutating func appendStarts(from index: Int, upTo limit: Int) {
        guard starts.count < limit else {
            isProvisional = true
            return
        }
        if index == 0, !bytes.isEmpty { starts.append(0) }
        if index > 0, bytes[index - 1] == UInt8(ascii: "\n"), index < bytes.count { starts.append(index) }
        var found = starts
        let wrap = source.key.layout.wrap
        let isWhole = bytes.withUnsafeBytes { buffer -> Bool in
            guard let base = buffer.baseAddress else { return true }
            var position = index
            while position < buffer.count - 1,
                let newline = memchr(base + position, 0x0A, buffer.count - 1 - position)
            {
                position = base.distance(to: newline) + 1
                wrap.map { found.wrapLast(of: buffer, before: position, into: $0) }
                found.append(position)
                guard found.count < limit else { return false }
            }
            wrap.map { found.wrapLast(of: buffer, before: buffer.count, into: $0) }
            return true
        }
        starts = found
        if !isWhole { isProvisional = true }
    }
}

extension [Int] {
    /// Cuts the line that begins last into pieces of so many columns.
    fileprivate mutating func wrapLast(of buffer: UnsafeRawBufferPointer, before end: Int, into width: Int) {
        guard var start = last, width > 0 else { return }
        while true {
            let piece = UnsafeRawBufferPointer(
                rebasing: buffer[start..<Swift.min(end, start + width * 4 + 4)]
            )
            .assumingMemoryBound(to: UInt8.self)
            start += DisplayText.prefixLength(of: piece, columns: width)
            guard start < end, buffer[start] != 0x0A, buffer[start] != 0x0D || start + 2 < end else { return }
            append(start)
        }
    }
}

// MARK: - Searching

extension BodyText {
    /// Indicates whether places in one layout of a body are places in another.
    struct Identity: Equatable, Sendable {
        var task: TaskKey
        var attempt: Int
        var exchange: Int
        var isEnded: Bool
        var view: BodyView
        var encoding: TextEncoding
        var isFormatted: Bool
        /// Counts up with the expressions, and with the rows that are opened.
        var query: Int
        var revision: Int
    }

    var identity: Identity {
        let key = source.key
        return Identity(
            task: key.task, attempt: key.attempt, exchange: key.exchange, isEnded: key.isEnded,
            view: source.view, encoding: encoding, isFormatted: isFormatted, query: key.query,
            revision: revision)
    }

    /// The line that holds a byte.
    func line(holding offset: Int) -> Int {
        isHex
            ? offset / Self.bytesPerHexLine
            : max(0, starts.partitioningIndex { $0 >= offset + 1 } - 1)
    }

    func start(ofLine index: Int) -> Int {
        if isHex { return index * Self.bytesPerHexLine }
        return starts.indices.contains(index) ? starts[index] : 0
    }
}
