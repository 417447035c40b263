/// The terminal output of a program as lines of cells: characters, colours, and cursor movements that redraw a
/// line.
///
/// ```
///  bytes ─▶ characters ──▶ DisplayText ──▶ cells at the cursor
///           CR BS HT LF, CSI m K A C D G ──▶ colours, cursor
///           any other sequence ───────────▶ nothing
/// ```
/// The size is bounded: the oldest lines are dropped. Sequences that address the whole screen, as editors use, are
/// ignored.
package struct TerminalText: Equatable, Sendable {
    private enum Stage: Equatable, Sendable {
        case text
        case escape
        /// After `ESC [`, with the parameter bytes read so far.
        case control([UInt8])
        /// In a control string, up to BEL or ST.
        case string(isEnding: Bool)
        /// Before the last byte of a three-byte sequence.
        case last
    }

    /// A line, counted upwards from the last one, and a cell in it.
    private struct Cursor: Equatable, Sendable {
        var above = 0
        var cell = 0
    }

    /// The limits of the text and of one sequence.
    private static let most = (lines: 5_000, cells: 200_000, columns: 4_096, parameters: 64)
    /// The maximum number of lines above the last one that the cursor can reach.
    private static let reach = 200

    private var rows: [[Cell]] = [[]]
    /// The number of lines dropped so far.
    private var removed = 0
    private var cellCount = 0
    private var cursor = Cursor()
    private var rendition = TextRendition()
    private var stage = Stage.text
    /// Printable bytes not yet placed, because the last ones may be part of a character.
    private var pending: [UInt8] = []

    package init() {}

    /// The numbers of the available lines.
    ///
    /// A line keeps its number when older lines are dropped.
    package var lines: Range<Int> {
        let isLastEmpty = rows.count == 1 ? cellCount == 0 : rows[rows.count - 1].isEmpty
        return removed..<removed + rows.count - (isLastEmpty ? 1 : 0)
    }

    /// Returns a line in pieces of at most `columns` columns, at least one piece.
    package func pieces(of line: Int, columns: Int) -> [StyledText] {
        guard lines.contains(line) else { return [] }
        var pieces: [StyledText] = []
        var piece: [Cell] = []
        var width = 0
        for cell in rows[line - removed] {
            if width + Int(cell.width) > max(1, columns), !piece.isEmpty {
                pieces.append(StyledText(piece))
                (piece, width) = ([], 0)
            }
            piece.append(cell)
            width += Int(cell.width)
        }
        return pieces + [StyledText(piece)]
    }

    // MARK: Writing

    package mutating func write(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { interpret(byte) }
        place(isWhole: false)
    }

    /// Discards an unfinished sequence or character, because the next byte does not continue it.
    package mutating func resynchronize() {
        (stage, pending, rendition) = (.text, [], TextRendition())
    }

    private mutating func interpret(_ byte: UInt8) {
        switch stage {
        case .text: interpretText(byte)
        case .escape: interpretEscape(byte)
        case .control(let parameters): interpretControl(byte, parameters)
        case .string(let isEnding):
            // A newline ends an unterminated string.
            let isOver = byte == 0x07 || byte == 0x0A || isEnding && byte == 0x5C
            stage = isOver ? .text : .string(isEnding: byte == 0x1B)
        case .last: stage = .text
        }
    }

    private mutating func interpretText(_ byte: UInt8) {
        guard byte < 0x20 || byte == 0x7F else { return pending.append(byte) }
        place(isWhole: true)
        switch byte {
        case 0x0A: feedLine()
        case 0x0D: cursor.cell = 0
        case 0x08: cursor.cell = max(0, cursor.cell - 1)
        case 0x09: moveRight(by: 8 - column % 8)
        case 0x1B: stage = .escape
        default: break
        }
    }

    private mutating func interpretEscape(_ byte: UInt8) {
        switch byte {
        case 0x5B: stage = .control([])
        // OSC, DCS, SOS, PM, APC.
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F: stage = .string(isEnding: false)
        case 0x20...0x2F: stage = .last
        case 0x1B: break
        default: stage = .text
        }
    }

    private mutating func interpretControl(_ byte: UInt8, _ parameters: [UInt8]) {
        switch byte {
        case 0x20...0x3F:
            stage = .control(parameters.count < Self.most.parameters ? parameters + [byte] : parameters)
        case 0x40...0x7E:
            stage = .text
            perform(byte, parameters)
        case 0x1B: stage = .escape
        // A control character within a sequence acts as it does outside one.
        case 0x0A: feedLine()
        case 0x0D: cursor.cell = 0
        default: break
        }
    }

    private mutating func perform(_ final: UInt8, _ parameters: [UInt8]) {
        // Private sequences begin with one of `<=>?`.
        guard parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else { return }
        let numbers = parameters.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == 0x3A || $0 == 0x3B }
        ).map { $0.reduce(0) { min(9_999, $0 * 10 + Int($1 - 0x30)) } }
        let count = max(1, numbers[0])
        switch final {
        case UInt8(ascii: "m"): rendition.apply(numbers)
        case UInt8(ascii: "K"): erase(numbers[0])
        case UInt8(ascii: "A"): moveUp(by: count)
        case UInt8(ascii: "B"): cursor.above = max(0, cursor.above - count)
        case UInt8(ascii: "C"): moveRight(by: count)
        case UInt8(ascii: "D"): cursor.cell = max(0, cursor.cell - count)
        case UInt8(ascii: "G"):
            cursor.cell = 0
            moveRight(by: count - 1)
        default: break
        }
    }

    // MARK: The cursor

    private var index: Int { rows.count - 1 - cursor.above }

    private var column: Int { rows[index].prefix(cursor.cell).reduce(0) { $0 + Int($1.width) } }

    private mutating func moveUp(by count: Int) {
        cursor.above = min(cursor.above + count, rows.count - 1, Self.reach)
    }

    /// Moves the cursor to the right, and fills the line with blanks beyond its end.
    private mutating func moveRight(by count: Int) {
        let target = min(cursor.cell + count, Self.most.columns)
        while rows[index].count < target { append(.blank) }
        cursor.cell = max(cursor.cell, target)
    }

    private mutating func feedLine() {
        if cursor.above > 0 {
            cursor.above -= 1
        } else {
            rows.append([])
        }
        cursor.cell = 0
        while rows.count > Self.most.lines || cellCount > Self.most.cells && rows.count > 1 { removeOldest() }
    }

    /// Drops lines in batches, because removing the first line moves all others.
    private mutating func removeOldest() {
        let count = max(1, rows.count / 8)
        cellCount -= rows.prefix(count).reduce(0) { $0 + $1.count }
        rows.removeFirst(count)
        removed += count
        cursor.above = min(cursor.above, rows.count - 1)
    }

    // MARK: Cells

    private mutating func append(_ cell: Cell) {
        rows[index].append(cell)
        cellCount += 1
    }

    /// Erases to the end of the line (0), to its beginning (1), or all of it (2).
    private mutating func erase(_ part: Int) {
        let line = index
        switch part {
        case 0 where cursor.cell < rows[line].count:
            cellCount -= rows[line].count - cursor.cell
            rows[line].removeSubrange(cursor.cell...)
        case 1:
            for cell in rows[line].indices.prefix(cursor.cell + 1) { rows[line][cell] = .blank }
        case 2:
            cellCount -= rows[line].count
            rows[line] = []
            let cell = cursor.cell
            cursor.cell = 0
            moveRight(by: cell)
        default: break
        }
    }

    /// Places the pending characters.
    ///
    /// Unless `isWhole` is `true`, the bytes of an incomplete character stay pending.
    private mutating func place(isWhole: Bool) {
        guard !pending.isEmpty else { return }
        let rest = isWhole ? 0 : Self.unfinished(pending)
        let text = DisplayText(untrusted: pending.dropLast(rest))
        pending.removeFirst(pending.count - rest)
        let style = rendition.style
        for glyph in text.glyphs {
            if cursor.cell >= Self.most.columns { feedLine() }
            let cell = Cell(glyph, style: style)
            if cursor.cell < rows[index].count {
                rows[index][cursor.cell] = cell
            } else {
                while rows[index].count < cursor.cell { append(.blank) }
                append(cell)
            }
            cursor.cell += 1
        }
    }

    /// Returns the number of bytes at the end that begin a character without completing it.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (distance, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > distance + 1 ? distance + 1 : 0
        }
        return 0
    }
}

extension StyledText {
    /// Joins adjacent cells of one style into runs.
    fileprivate init(_ cells: [Cell]) {
        self.init()
        for run in cells.chunked() {
            let glyphs = run.map(\.glyph)
            let width = glyphs.reduce(0) { $0 + Int($1.width) }
            append(DisplayText(glyphs: glyphs, width: width), run[run.startIndex].style)
        }
    }
}

extension [Cell] {
    /// The cells split into runs of one style.
    fileprivate func chunked() -> [ArraySlice<Cell>] {
        var chunks: [ArraySlice<Cell>] = []
        var start = 0
        for index in indices where index + 1 == count || self[index + 1].style != self[start].style {
            chunks.append(self[start...index])
            start = index + 1
        }
        return chunks
    }
}

extension Cell {
    fileprivate var glyph: Glyph {
        var glyph = Glyph(scalar: scalar, width: width, isEscape: style.role == .untrusted)
        for mark in [firstMark, secondMark] where mark != "\0" { glyph.add(mark: mark) }
        return glyph
    }
}
