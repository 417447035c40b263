/// Text being typed, with a cursor, a selection and undo: the common part of ``TextField`` and ``TextArea``.
///
/// Positions count characters (grapheme clusters). Lines end with LF.
struct EditBuffer: Hashable, Sendable {
    /// A replacement that can be undone.
    private struct Edit: Hashable {
        var position: Int
        var removed: ArraySlice<Character>
        var inserted: ArraySlice<Character>
        /// The cursor position before the edit.
        var cursor: Int
    }

    /// The maximum number of edits that can be undone.
    private static let undoLimit = 1000

    private(set) var characters: [Character]
    private(set) var cursor: Int
    /// The other end of the selection, or `nil` if nothing is selected.
    private(set) var anchor: Int?
    private var undone: [Edit] = []
    private var done: [Edit] = []
    /// Indicates whether the next typed character joins the last edit, so that a word is undone as one.
    private var isTyping = false

    init(_ text: String, cursor: Int) {
        characters = Array(text)
        self.cursor = cursor
    }

    var count: Int { characters.count }
    var text: String { String(characters) }

    /// The selected range, or an empty range at the cursor if nothing is selected.
    var selection: Range<Int> {
        guard let anchor else { return cursor..<cursor }
        return min(anchor, cursor)..<max(anchor, cursor)
    }

    // MARK: Moving

    /// Moves the cursor.
    ///
    /// Extends the selection if `selecting` is `true`, and ends it otherwise.
    mutating func move(to position: Int, selecting: Bool = false) {
        anchor = selecting ? anchor ?? cursor : nil
        cursor = max(0, min(position, count))
        if anchor == cursor { anchor = nil }
        isTyping = false
    }

    /// Returns the first position of the line that contains `position`.
    func lineStart(of position: Int) -> Int {
        characters[..<position].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    }

    /// Returns the position after the last character of the line that contains `position`.
    func lineEnd(of position: Int) -> Int {
        characters[position...].firstIndex(of: "\n") ?? count
    }

    /// Returns the start of the word before `position`.
    func wordStart(before position: Int, isInWord: (Character) -> Bool = \.isWordCharacter) -> Int {
        let rest = characters[..<position]
        guard let last = rest.lastIndex(where: isInWord) else { return 0 }
        return rest[..<last].lastIndex { !isInWord($0) }.map { $0 + 1 } ?? 0
    }

    /// Returns the end of the word after `position`.
    func wordEnd(after position: Int) -> Int {
        let rest = characters[position...]
        guard let first = rest.firstIndex(where: \.isWordCharacter) else { return count }
        return rest[first...].firstIndex { !$0.isWordCharacter } ?? count
    }

    // MARK: Changing

    /// Replaces the selection, or inserts at the cursor if nothing is selected.
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

    /// Deletes the selection, or `range` if nothing is selected.
    ///
    /// Returns the deleted text.
    @discardableResult
    mutating func delete(_ range: Range<Int>) -> String {
        let range = anchor == nil ? range.clamped(to: 0..<count) : selection
        guard !range.isEmpty else { return "" }
        let removed = String(characters[range])
        replace(range, with: [])
        return removed
    }

    /// Swaps the characters around the cursor, or the last two characters at the end of a line.
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

    /// Undoes the last edit.
    mutating func undo() {
        guard let edit = done.popLast() else { return }
        characters.replaceSubrange(edit.position..<edit.position + edit.inserted.count, with: edit.removed)
        undone.append(edit)
        move(to: edit.cursor)
    }

    /// Repeats the edit that was undone last.
    mutating func redo() {
        guard let edit = undone.popLast() else { return }
        characters.replaceSubrange(edit.position..<edit.position + edit.removed.count, with: edit.inserted)
        done.append(edit)
        move(to: edit.position + edit.inserted.count)
    }

    /// Replaces the selection, or `before` characters before the cursor and `after` characters after it.
    mutating func insert(_ string: String, replacing before: Int, _ after: Int) {
        let range = anchor == nil ? max(0, cursor - before)..<min(count, cursor + after) : selection
        replace(range, with: ArraySlice(string))
    }

    mutating func selectAll() {
        move(to: 0)
        move(to: count, selecting: true)
    }

    /// The parts of the cursor's line before and after the cursor.
    var lineAroundCursor: (before: String, after: String) {
        (
            String(characters[lineStart(of: cursor)..<cursor]),
            String(characters[cursor..<lineEnd(of: cursor)])
        )
    }

    // MARK: Keys

    /// Applies a key with the meaning that it has in readline.
    ///
    /// Returns `false` if the key has no meaning in a field. Cut text is stored in `clipboard`, where Ctrl-Y in
    /// another field finds it.
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

    /// Returns the same column in the line above or below, or the cursor if there is no such line.
    private func linesAway(_ step: Int) -> Int {
        let start = lineStart(of: cursor)
        let other = step < 0 ? start - 1 : lineEnd(of: cursor) + 1
        guard (0...count).contains(other) else { return cursor }
        return min(lineStart(of: other) + cursor - start, lineEnd(of: other))
    }

    /// Returns the range that a key cuts if nothing is selected.
    private func cut(by key: Key) -> Range<Int>? {
        switch key {
        // At the end of a line, Ctrl-K joins the next line.
        case .control("k"): cursor..<max(lineEnd(of: cursor), min(cursor + 1, count))
        case .control("u"): lineStart(of: cursor)..<cursor
        // A part of a path counts as a word, as in fish, because a URL has no blanks.
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
