import EngineJSON

// A formatted body as a tree: a line that opens a container stands for all of it when it is folded.
//
//     {                                {
//       "items": [                       "items": [ 2 items ],
//         { "id": 1 },      fold ▶       "total": 2
//         { "id": 2 }                  }
//       ],
//       "total": 2
//     }

extension BodyText {
    /// The lines that are folded away below a line.
    struct Fold: Equatable, Sendable {
        /// The starts of its lines, the one that closes it among them.
        var hidden: [Int]
        /// The number of its members, elements or children.
        var count: Int
    }

    /// Folds a container away, or unfolds it; false where the line is none.
    mutating func toggleFold(at index: Int) -> Bool {
        guard starts.indices.contains(index) else { return false }
        if folds[starts[index]] != nil {
            unfold(at: index)
            return true
        }
        return fold(at: index)
    }

    /// The number of lines that are folded away.
    var hiddenLineCount: Int { folds.values.reduce(0) { $0 + $1.hidden.count } }

    /// Indicates whether a line stands for what is folded, or opens what can be.
    func canToggleFold(at index: Int) -> Bool {
        starts.indices.contains(index)
            && (folds[starts[index]] != nil || isFormatted && opensContainer(at: index))
    }

    /// Folds all containers within the outermost one.
    mutating func foldAll() {
        unfoldAll()
        var kept: [Int] = []
        var index = 0
        while index < lineCount {
            kept.append(starts[index])
            if let (fold, end) = indentation(at: index) == 2 ? container(at: index) : nil {
                folds[starts[index]] = fold
                index = end
            }
            index += 1
        }
        replaceStarts(with: kept)
    }

    mutating func unfoldAll() {
        guard !folds.isEmpty else { return }
        // A fold within a fold is hidden with what is around it, and comes back with that.
        replaceStarts(with: (starts + folds.values.flatMap(\.hidden)).sorted())
        folds = [:]
    }

    /// Unfolds whatever hides a place.
    mutating func reveal(_ offset: Int) {
        while !folds.isEmpty, let fold = folds[starts[line(holding: offset)]], let first = fold.hidden.first,
            first <= offset
        {
            unfold(at: line(holding: offset))
        }
    }

    private mutating func fold(at index: Int) -> Bool {
        guard let (fold, end) = container(at: index) else { return false }
        folds[starts[index]] = fold
        var rest = starts
        rest.removeSubrange(index + 1...end)
        replaceStarts(with: rest)
        return true
    }

    /// Returns the container that a line opens, and the line that closes it; nil where it opens nothing.
    private func container(at index: Int) -> (fold: Fold, end: Int)? {
        guard isFormatted, opensContainer(at: index) else { return nil }
        let level = indentation(at: index)
        var end = index + 1
        var count = 0
        while end < lineCount, isContinuation(end) || indentation(at: end) > level {
            if indentation(at: end) == level + 2, !isContinuation(end), !closesContainer(at: end) {
                count += 1
            }
            end += 1
        }
        guard end < lineCount, end > index + 1 else { return nil }
        return (Fold(hidden: Array(starts[index + 1...end]), count: count), end)
    }

    private mutating func unfold(at index: Int) {
        guard let fold = folds.removeValue(forKey: starts[index]) else { return }
        var rest = starts
        rest.insert(contentsOf: fold.hidden, at: index + 1)
        replaceStarts(with: rest)
    }

    // MARK: Lines

    /// The blanks that a line begins with.
    func indentation(at index: Int) -> Int {
        // Asked of millions of lines at once, so that nothing is looked up for it.
        var end = starts[index]
        while end < bytes.count, bytes[end] == 0x20 { end += 1 }
        return end - starts[index]
    }

    func opensContainer(at index: Int) -> Bool {
        let line = line(index)
        if source.kind == .json { return line.last == UInt8(ascii: "{") || line.last == UInt8(ascii: "[") }
        let tag = line.drop { $0 == 0x20 }
        return tag.first == UInt8(ascii: "<") && tag.dropFirst().first?.isASCIILetter == true
            && tag.lastIndex(of: UInt8(ascii: "<")) == tag.startIndex
            && tag.dropLast().last != UInt8(ascii: "/")
    }

    func closesContainer(at index: Int) -> Bool {
        let text = bytes[(starts[index] + indentation(at: index))...]
        return text.first == UInt8(ascii: "}") || text.first == UInt8(ascii: "]")
            || text.starts(with: "</".utf8)
    }

    /// Returns the text behind a line that something is folded into: `3 items }`.
    func foldText(at index: Int) -> String? {
        guard let fold = folds[starts[index]], let last = fold.hidden.last else { return nil }
        let end = bytes[last...].firstIndex(of: 0x0A) ?? bytes.count
        let closing = String(decoding: bytes[last..<end].drop { $0 == 0x20 }, as: UTF8.self)
        return "\(fold.count.of("item")) \(closing)"
    }
}

// MARK: - Paths

extension BodyText {
    /// Returns the path of a line in the body: `$.items[3].name` in JSON (RFC 9535), `/list/item[2]` in XML; nil where
    /// nothing is formatted, or where it would take more lines to find out than a limit.
    func path(ofLine index: Int, limit: Int = .max) -> String? {
        guard isFormatted, starts.indices.contains(index), index <= limit else { return nil }
        var steps: [String] = []
        var index = first(of: index)
        if closesContainer(at: index) { index = opening(of: index) }
        while true {
            let level = indentation(at: index)
            let (position, parent) = place(of: index, level: level)
            let step =
                source.kind == .json ? jsonStep(at: index, position, parent) : xmlStep(at: index, position)
            steps.append(step)
            guard let parent else { break }
            index = parent
        }
        return steps.reversed().joined()
    }

    /// The value that begins in a line, as text: a string without its quotes.
    func value(ofLine index: Int) -> [UInt8]? {
        guard isFormatted, starts.indices.contains(index) else { return nil }
        var index = first(of: index)
        if closesContainer(at: index) { index = opening(of: index) }
        var text = bytes[starts[index]..<end(ofValueAt: index)].drop { $0 == 0x20 }
        guard source.kind == .json else { return Array(text) }
        if let name = nameLength(of: text) { text = text.dropFirst(name + 2) }
        if text.last == UInt8(ascii: ",") { text.removeLast() }
        if text.first == UInt8(ascii: "\""), let string = (try? JSONValue(parsing: text))?.string {
            return Array(string.utf8)
        }
        return JSONIndenter.indent(text).text
    }

    /// The line that a wrapped one begins in.
    private func first(of index: Int) -> Int {
        var index = index
        while index > 0, isContinuation(index) { index -= 1 }
        return index
    }

    /// The line that opens what a line closes.
    private func opening(of index: Int) -> Int {
        let level = indentation(at: index)
        var opening = index - 1
        while opening > 0, isContinuation(opening) || indentation(at: opening) > level { opening -= 1 }
        return max(0, opening)
    }

    /// Returns the end of the text that a line begins: that of the line, or of the container it opens.
    private func end(ofValueAt index: Int) -> Int {
        var last = index + 1
        if let fold = folds[starts[index]], let closing = fold.hidden.last {
            return bytes[closing...].firstIndex(of: 0x0A) ?? bytes.count
        }
        while last < lineCount, isContinuation(last) { last += 1 }
        guard opensContainer(at: index) else { return last < lineCount ? starts[last] - 1 : bytes.count }
        let level = indentation(at: index)
        while last < lineCount, isContinuation(last) || indentation(at: last) > level { last += 1 }
        return last + 1 < lineCount ? starts[last + 1] - 1 : bytes.count
    }

    /// Returns the number of siblings of its kind before a line, and the line that opens their container.
    private func place(of index: Int, level: Int) -> (position: Int, parent: Int?) {
        guard level > 0 else { return (0, nil) }
        let name = tagName(at: index)
        var (position, line) = (0, index - 1)
        while line >= 0 {
            defer { line -= 1 }
            guard !isContinuation(line) else { continue }
            let other = indentation(at: line)
            if other < level { return (position, line) }
            if other == level, !closesContainer(at: line), source.kind == .json || tagName(at: line) == name {
                position += 1
            }
        }
        return (position, nil)
    }

    private func jsonStep(at index: Int, _ position: Int, _ parent: Int?) -> String {
        guard parent != nil else { return "$" }
        let text = line(index).drop { $0 == 0x20 }
        guard let length = nameLength(of: text),
            let name = (try? JSONValue(parsing: text.prefix(length)))?.string
        else { return "[\(position)]" }
        let isPlain =
            name.utf8.first?.isASCIIDigit == false
            && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
        return isPlain ? ".\(name)" : "[\(JSONValue.string(name).serialized())]"
    }

    private func xmlStep(at index: Int, _ position: Int) -> String {
        let name = tagName(at: index)
        return name.isEmpty ? "" : "/\(name)" + (position > 0 ? "[\(position + 1)]" : "")
    }

    private func tagName(at index: Int) -> String {
        guard source.kind == .xml else { return "" }
        let tag = line(index).drop { $0 == 0x20 }
        guard tag.first == UInt8(ascii: "<"), tag.dropFirst().first?.isASCIILetter == true else { return "" }
        let ends = " \t/>".utf8
        return String(decoding: tag.dropFirst().prefix { !ends.contains($0) }, as: UTF8.self)
    }

    /// Returns the length of the quoted name at the start of a line of JSON; nil for one without a name.
    private func nameLength(of text: ArraySlice<UInt8>) -> Int? {
        guard text.first == UInt8(ascii: "\"") else { return nil }
        var isEscaped = false
        for (offset, byte) in text.enumerated().dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return text.dropFirst(offset + 1).first == UInt8(ascii: ":") ? offset + 1 : nil
            }
        }
        return nil
    }
}
