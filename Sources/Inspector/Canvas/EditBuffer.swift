/// Text that is being typed, with a cursor, a selection, and undo: what ``TextField`` and ``TextArea`` have in common.
///
/// Positions count characters (grapheme clusters). Lines end with LF.
struct EditBuffer: Hashable, Sendable {
    /// One replacement, which can be taken back.
    private struct Edit: Hashable {
        var position: Int
        var removed: ArraySlice<Character>
        var inserted: ArraySlice<Character>
        /// The cursor before it.
        var cursor: Int
    }

    /// The maximum number of edits that can be taken back.
    private static let undoLimit = 1000

    private(set) var characters: [Character]
    private(set) var cursor: Int
    /// The other end of the selection; nil while nothing is selected.
    private(set) var anchor: Int?
    private var undone: [Edit] = []
    private var done: [Edit] = []
    /// Indicates whether the next typed character belongs to the last edit: a word is taken back as one.
    private var isTyping = false

    init(_ text: String, cursor: Int) {
        characters = Array(text)
        self.cursor = cursor
    }

    var count: Int { characters.count }
    var text: String { String(characters) }

    /// The selected range; empty at the cursor while nothing is selected.
    var selection: Range<Int> {
        guard let anchor else { return cursor..<cursor }
        return min(anchor, cursor)..<max(anchor, cursor)
    }

    // MARK: Moving

    /// Moves the cursor, and either takes the end of the selection along or ends the selection.
    mutating func move(to position: Int, selecting: Bool = false) {
        anchor = selecting ? anchor ?? cursor : nil
        cursor = max(0, min(position, count))
        if anchor == cursor { anchor = nil }
        isTyping = false
    }

    /// The first position of the line that holds a position.
    func lineStart(of position: Int) -> Int {
        characters[..<position].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    }

    /// The position behind the last character of the line that holds a position.
    func lineEnd(of position: Int) -> Int {
        characters[position...].firstIndex(of: "\n") ?? count
    }

    /// The start of the word before a position.
    func wordStart(before position: Int, isInWord: (Character) -> Bool = \.isWordCharacter) -> Int {
        let rest = characters[..<position]
        guard let last = rest.lastIndex(where: isInWord) else { return 0 }
        return rest[..<last].lastIndex { !isInWord($0) }.map { $0 + 1 } ?? 0
    }

    /// The end of the word behind a position.
    func wordEnd(after position: Int) -> Int {
        let rest = characters[position...]
        guard let first = rest.firstIndex(where: \.isWordCharacter) else { return count }
        return rest[first...].firstIndex { !$0.isWordCharacter } ?? count
    }

    // MARK: Changing

    /// Replaces the selection, or inserts at the cursor.
    mutating func insert(_ string: String) {
        guard !string.isEmpty || anchor != nil else { return }
        let isWordGoingOn =
            isTyping && anchor == nil && string.first?.isWordCharacter == true
            && done.last?.inserted.last?.isWordCharacter == true
        var range = selection
        var inserted = string[...]
        // A combining mark joins the character before it.
        if range.lowerBound > 0, !characters[range.lowerBound - 1].isNewline {
            let joined = String(characters[range.lowerBound - 1]) + string
            if joined.count <= string.count {
                range = range.lowerBound - 1..<range.upperBound
                inserted = joined[...]
            }
        }
        replace(range, with: ArraySlice(inserted), joiningLast: isWordGoingOn)
        isTyping = string.count == 1
    }

    /// Deletes what is selected, or else a range; returns what was there.
    @discardableResult
    mutating func delete(_ range: Range<Int>) -> String {
        let range = anchor == nil ? range.clamped(to: 0..<count) : selection
        guard !range.isEmpty else { return "" }
        let removed = String(characters[range])
        replace(range, with: [])
        return removed
    }

    /// Exchanges the characters around the cursor, or the last two at the end of a line.
    mutating func transpose() {
        let second = cursor == lineEnd(of: cursor) ? cursor - 1 : cursor
        guard second > lineStart(of: cursor) else { return }
        replace(second - 1..<second + 1, with: [characters[second], characters[second - 1]])
    }

    private mutating func replace(
        _ range: Range<Int>, with inserted: ArraySlice<Character>, joiningLast: Bool = false
    ) {
        let edit = Edit(
            position: range.lowerBound, removed: characters[range], inserted: inserted, cursor: cursor)
        if joiningLast, let last = done.last, last.position + last.inserted.count == edit.position,
            edit.removed.isEmpty
        {
            done[done.count - 1].inserted += inserted
        } else {
            done.append(edit)
            if done.count > Self.undoLimit { done.removeFirst() }
        }
        undone = []
        characters.replaceSubrange(range, with: inserted)
        move(to: range.lowerBound + inserted.count)
    }

    /// Takes the last edit back.
    mutating func undo() {
        guard let edit = done.popLast() else { return }
        characters.replaceSubrange(edit.position..<edit.position + edit.inserted.count, with: edit.removed)
        undone.append(edit)
        move(to: edit.cursor)
    }

    /// Does again what was taken back last.
    mutating func redo() {
        guard let edit = undone.popLast() else { return }
        characters.replaceSubrange(edit.position..<edit.position + edit.removed.count, with: edit.inserted)
        done.append(edit)
        move(to: edit.position + edit.inserted.count)
    }

    /// Replaces so many characters before and behind the cursor, or the selection.
    mutating func insert(_ string: String, replacing before: Int, _ after: Int) {
        let range = anchor == nil ? max(0, cursor - before)..<min(count, cursor + after) : selection
        replace(range, with: ArraySlice(string))
    }

    /// Selects everything.
    mutating func selectAll() {
        move(to: 0)
        move(to: count, selecting: true)
    }

    /// The line with the cursor, up to it and from it on.
    var lineAroundCursor: (before: String, after: String) {
        (
            String(characters[lineStart(of: cursor)..<cursor]),
            String(characters[cursor..<lineEnd(of: cursor)])
        )
    }

    // MARK: Keys

    /// Does what a key means in any field, as readline has it; returns false for a key that means nothing.
    ///
    /// Text that is cut comes into `clipboard`, where Ctrl-Y of another field finds it.
    mutating func apply(_ key: Key, clipboard: inout String) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .backspace: delete(cursor - 1..<cursor)
        case .delete, .control("d"): delete(cursor..<min(cursor + 1, count))
        case .control("t"): transpose()
        case .control("y"): insert(clipboard)
        case .control("_"), .alt("u"): undo()
        case .alt("e"): redo()
        case .shift(let arrow): move(to: target(of: arrow), selecting: true)
        default:
            if let arrow = Self.arrow(of: key) {
                move(to: target(of: arrow))
            } else if let range = cut(by: key) {
                let text = delete(range)
                if !text.isEmpty { clipboard = text }
            } else if key == .alt("w") {
                if anchor != nil { clipboard = String(characters[selection]) }
            } else {
                return false
            }
        }
        return true
    }

    /// Returns the direction in which a key moves the cursor.
    private static func arrow(of key: Key) -> Key.Arrow? {
        switch key {
        case .left, .control("b"): .left
        case .right, .control("f"): .right
        case .home, .control("a"): .home
        case .end, .control("e"): .end
        case .up: .up
        case .down: .down
        case .alt("b"): .wordLeft
        case .alt("f"): .wordRight
        default: nil
        }
    }

    private func target(of arrow: Key.Arrow) -> Int {
        switch arrow {
        case .left: cursor - 1
        case .right: cursor + 1
        case .home: lineStart(of: cursor)
        case .end: lineEnd(of: cursor)
        case .wordLeft: wordStart(before: cursor)
        case .wordRight: wordEnd(after: cursor)
        case .up: linesAway(-1)
        case .down: linesAway(1)
        }
    }

    /// The same column in the line above or below; the cursor itself where there is none.
    private func linesAway(_ step: Int) -> Int {
        let start = lineStart(of: cursor)
        let other = step < 0 ? start - 1 : lineEnd(of: cursor) + 1
        guard (0...count).contains(other) else { return cursor }
        return min(lineStart(of: other) + cursor - start, lineEnd(of: other))
    }

    /// Returns the range that a key cuts, unless something is selected.
    private func cut(by key: Key) -> Range<Int>? {
        switch key {
        // At the end of a line Ctrl-K joins the next one.
        case .control("k"): cursor..<max(lineEnd(of: cursor), min(cursor + 1, count))
        case .control("u"): lineStart(of: cursor)..<cursor
        // A part of a path is a word here, as in fish: a URL has no blanks.
        case .control("w"): wordStart(before: cursor) { !$0.isWhitespace && !"/?&=,;".contains($0) }..<cursor
        case .alt("\u{8}"): wordStart(before: cursor)..<cursor
        case .alt("d"): cursor..<wordEnd(after: cursor)
        default: nil
        }
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
