/// The screen of a terminal after the bytes it received.
///
/// It supports the sequences that the program uses, and records all others as foreign. They reveal text from a
/// server or file that reached the terminal unescaped. One column per scalar suffices for the tests.
struct ScreenModel {
    private(set) var columns: Int
    private(set) var rows: Int
    /// Unexpected sequences and characters.
    var foreign: [String] = []
    /// Indicates whether the terminal supports images.
    var showsImages = false
    /// The control strings of images, without introducer and terminator.
    var images: [String] = []
    private(set) var isAlternate = false
    private(set) var isCursorVisible = true
    private(set) var cursor = (row: 0, column: 0)
    private var cells: [[Unicode.Scalar]]
    /// The scrolling rows (DECSTBM).
    private var region: Range<Int>
    private var last: Unicode.Scalar = " "
    private var pending: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        region = 0..<self.rows
        cells = Self.blank(self.columns, self.rows)
    }

    /// The rows without trailing blanks.
    var lines: [String] {
        cells.map { row in
            var text = String.UnicodeScalarView(row)
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    var text: String { lines.joined(separator: "\n") }

    mutating func resize(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        region = 0..<self.rows
        cells = Self.blank(self.columns, self.rows)
        move(to: cursor.row, cursor.column)
    }

    /// Reads bytes in pieces of any size.
    mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        var input = pending[...]
        while let first = input.first {
            let length = first == 0x1B ? sequence(input) : character(input)
            guard let length else { break }
            input = input.dropFirst(length)
        }
        pending = Array(input)
    }

    private static func blank(_ columns: Int, _ rows: Int) -> [[Unicode.Scalar]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    private mutating func move(to row: Int, _ column: Int) {
        cursor = (min(max(row, 0), rows - 1), min(max(column, 0), columns - 1))
    }
}

// MARK: - Characters

extension ScreenModel {
    /// Reads one character.
    ///
    /// Returns its length, or `nil` if it is incomplete.
    private mutating func character(_ input: ArraySlice<UInt8>) -> Int? {
        guard let first = input.first else { return nil }
        if first < 0x20 || first == 0x7F {
            control(first)
            return 1
        }
        let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard input.count >= length else { return nil }
        guard let text = String(validating: input.prefix(length), as: UTF8.self),
            let scalar = text.unicodeScalars.first
        else {
            foreign.append("byte \(String(first, radix: 16))")
            return 1
        }
        put(scalar)
        return length
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x08: move(to: cursor.row, cursor.column - 1)
        case 0x09: move(to: cursor.row, (cursor.column / 8 + 1) * 8)
        case 0x0A: lineFeed()
        case 0x0D: move(to: cursor.row, 0)
        // Padding, and the alternate character set of a VT100.
        case 0x00, 0x0E, 0x0F: break
        default: foreign.append("control \(String(byte, radix: 16))")
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return
        case .privateUse where showsImages && scalar == "\u{10EEEE}": break
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            foreign.append("U+\(String(scalar.value, radix: 16))")
        default: break
        }
        if cursor.column >= columns {
            cursor.column = 0
            lineFeed()
        }
        cells[cursor.row][cursor.column] = scalar
        cursor.column += 1
        last = scalar
    }

    private mutating func lineFeed() {
        if cursor.row + 1 == region.upperBound {
            scroll(1, from: region.lowerBound)
        } else {
            move(to: cursor.row + 1, cursor.column)
        }
    }

    /// Scrolls the rows from `top` to the end of the region up, or down for a negative count.
    private mutating func scroll(_ count: Int, from top: Int) {
        let moving = max(top, region.lowerBound)..<region.upperBound
        guard !moving.isEmpty else { return }
        let blank = Self.blank(columns, min(abs(count), moving.count))
        let rows = Array(cells[moving])
        cells.replaceSubrange(
            moving,
            with: count > 0
                ? rows.dropFirst(blank.count) + blank : blank + rows.dropLast(blank.count))
    }

    private mutating func setRegion(_ parameters: String) {
        let bounds = parameters.split(separator: ";").compactMap { Int($0) }
        let isWhole = bounds.count < 2 || bounds[0] >= bounds[1]
        region = isWhole ? 0..<rows : (bounds[0] - 1)..<min(bounds[1], rows)
        move(to: 0, 0)
    }
}

// MARK: - Sequences

extension ScreenModel {
    /// Reads one escape sequence.
    ///
    /// Returns its length, or `nil` if it is incomplete.
    private mutating func sequence(_ input: ArraySlice<UInt8>) -> Int? {
        let rest = input.dropFirst()
        guard let kind = rest.first else { return nil }
        switch kind {
        case UInt8(ascii: "["):
            guard let end = rest.dropFirst().firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
                return nil
            }
            let parameters = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
            obey(parameters, Character(Unicode.Scalar(input[end])))
            return end - input.startIndex + 1
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            return input.count > 2 ? 3 : nil
        case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P"):
            return string(input)
        case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "="), UInt8(ascii: ">"):
            return 2
        case UInt8(ascii: "M"):
            if cursor.row == region.lowerBound {
                scroll(-1, from: region.lowerBound)
            } else {
                move(to: cursor.row - 1, cursor.column)
            }
            return 2
        default:
            foreign.append("ESC \(Character(Unicode.Scalar(kind)))")
            return 2
        }
    }

    private mutating func obey(_ parameters: String, _ final: Character) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let count = max(1, (numbers.first ?? nil) ?? 1)
        switch final {
        case "H": move(to: count - 1, max(1, (numbers.count > 1 ? numbers[1] : nil) ?? 1) - 1)
        case "A": move(to: cursor.row - count, cursor.column)
        case "B": move(to: cursor.row + count, cursor.column)
        case "C": move(to: cursor.row, cursor.column + count)
        case "D": move(to: cursor.row, cursor.column - count)
        case "G": move(to: cursor.row, count - 1)
        case "d": move(to: count - 1, cursor.column)
        case "J", "K": erase(parameters, isScreen: final == "J")
        case "X": fill(cursor.row, cursor.column..<(cursor.column + count))
        case "P": delete(count)
        case "@": insert(count)
        case "b": for _ in 0..<count { put(last) }
        case "S" where parameters == "?2;1;0": break
        case "S": scroll(count, from: region.lowerBound)
        case "T": scroll(-count, from: region.lowerBound)
        case "L": scroll(-count, from: cursor.row)
        case "M": scroll(count, from: cursor.row)
        case "r": setRegion(parameters)
        case "m": break
        case "h", "l": setModes(parameters, on: final == "h")
        case "t" where ["22;0;0", "23;0;0", "16"].contains(parameters): break
        case "q" where parameters == ">", "c" where parameters.isEmpty: break
        default: foreign.append("CSI \(parameters)\(final)")
        }
    }

    private mutating func setModes(_ parameters: String, on: Bool) {
        let known = [
            "4", "?1", "?7", "?12", "?25", "?12;25", "?1000", "?1006", "?1000;1006", "?2004", "?2026",
            "?1049",
        ]
        if !known.contains(parameters) { foreign.append("CSI \(parameters)\(on ? "h" : "l")") }
        if parameters == "?25" || parameters == "?12;25" { isCursorVisible = on }
        guard parameters == "?1049" else { return }
        isAlternate = on
        cells = Self.blank(columns, rows)
    }

    private mutating func erase(_ parameters: String, isScreen: Bool) {
        let column = min(cursor.column, columns)
        let isBackwards = parameters == "1"
        let isWhole = parameters == "2"
        fill(cursor.row, (isBackwards || isWhole ? 0 : column)..<(isBackwards ? column + 1 : columns))
        guard isScreen else { return }
        for row in 0..<rows where row != cursor.row && (isWhole || (row < cursor.row) == isBackwards) {
            fill(row, 0..<columns)
        }
    }

    private mutating func fill(_ row: Int, _ range: Range<Int>) {
        for column in range.clamped(to: 0..<columns) { cells[row][column] = " " }
    }

    private mutating func delete(_ count: Int) {
        let column = min(cursor.column, columns)
        let removed = min(count, columns - column)
        cells[cursor.row].removeSubrange(column..<(column + removed))
        cells[cursor.row] += Array(repeating: " ", count: removed)
    }

    private mutating func insert(_ count: Int) {
        let column = min(cursor.column, columns)
        let added = min(count, columns - column)
        cells[cursor.row].insert(contentsOf: Array(repeating: " ", count: added), at: column)
        cells[cursor.row].removeLast(added)
    }
}
