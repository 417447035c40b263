import InspectorCanvas
import Testing

@Suite("Text field")
struct TextFieldTests {
    /// Returns a field's text after keys, with `|` at the cursor, and the cut text.
    private func edited(_ text: String, by keys: [Key]) -> (text: String, clipboard: String) {
        var field = TextField(text)
        var clipboard = ""
        for key in keys {
            let isKnown = field.apply(key, clipboard: &clipboard)
            #expect(isKnown, "\(key)")
        }
        return ("\(field.text.prefix(field.cursor))|\(field.text.dropFirst(field.cursor))", clipboard)
    }

    @Test(
        "the keys of readline move and cut",
        arguments: [
            ([.control("a")], "|http://h/one/two?a=1", ""),
            ([.control("a"), .control("f"), .control("f"), .control("b")], "h|ttp://h/one/two?a=1", ""),
            ([.control("a"), .control("e")], "http://h/one/two?a=1|", ""),
            ([.alt("b"), .alt("b")], "http://h/one/two?|a=1", ""),
            ([.control("a"), .alt("f")], "http|://h/one/two?a=1", ""),
            ([.control("w")], "http://h/one/two?a=|", "1"),
            ([.control("w"), .control("w"), .control("w")], "http://h/one/|", "two?"),
            ([.alt("\u{8}")], "http://h/one/two?a=|", "1"),
            ([.control("u")], "|", "http://h/one/two?a=1"),
            (
                [.control("u"), .control("y"), .control("y")], "http://h/one/two?a=1http://h/one/two?a=1|",
                "http://h/one/two?a=1"
            ),
            ([.control("a"), .alt("d")], "|://h/one/two?a=1", "http"),
            ([.control("a"), .control("k")], "|", "http://h/one/two?a=1"),
            ([.control("a"), .control("d")], "|ttp://h/one/two?a=1", ""),
            ([.control("t")], "http://h/one/two?a1=|", ""),
        ] as [([Key], String, String)])
    func readline(keys: [Key], text: String, clipboard: String) {
        let result = edited("http://h/one/two?a=1", by: keys)
        #expect(result.text == text)
        #expect(result.clipboard == clipboard)
    }

    @Test(
        "what was done is taken back and done again, a word at a time",
        arguments: [
            ([.control("_")], "ab|"),
            ([.character("c"), .character("d"), .control("_")], "ab|"),
            ([.character("c"), .character(" "), .character("d"), .character("e"), .control("_")], "abc |"),
            (
                [
                    .character("c"), .character(" "), .character("d"), .character("e"), .control("_"),
                    .control("_"),
                ], "abc|"
            ),
            ([.character("c"), .control("u"), .control("_")], "abc|"),
            ([.character("c"), .control("u"), .alt("u"), .alt("e")], "|"),
            ([.character("c"), .control("_"), .alt("e"), .character("d")], "abcd|"),
            ([.character("c"), .control("_"), .character("d"), .alt("e")], "abd|"),
        ] as [([Key], String)])
    func undo(keys: [Key], text: String) {
        #expect(edited("ab", by: keys).text == text)
    }

    @Test(
        "what is selected with Shift is replaced, deleted, cut or copied",
        arguments: [
            ([.shift(.left), .character("x")], "one twx|", ""),
            ([.shift(.wordLeft), .backspace], "one |", ""),
            ([.shift(.home), .delete], "|", ""), ([.shift(.wordLeft), .control("w")], "one |", "two"),
            ([.shift(.wordLeft), .alt("w"), .control("a"), .control("y")], "two|one two", "two"),
            ([.home, .shift(.end), .paste(Key.Paste(text: "new"))], "new|", ""),
            ([.shift(.left), .right, .character("x")], "one twox|", ""),
            ([.home, .shift(.right), .shift(.left), .character("x")], "x|one two", ""),
        ] as [([Key], String, String)])
    func selecting(keys: [Key], text: String, clipboard: String) {
        let result = edited("one two", by: keys)
        #expect(result.text == text)
        #expect(result.clipboard == clipboard)
    }

    @Test("what is selected is seen")
    func seenSelection() {
        var field = TextField("日本 ab")
        var clipboard = ""
        for _ in 0..<4 { _ = field.apply(.shift(.left), clipboard: &clipboard) }
        var frame = Frame(size: Size(width: 8, height: 1))
        field.draw(into: &frame, at: Point(x: 0, y: 0), width: 8)
        let marked = (0..<8).filter { frame[Point(x: $0, y: 0)].style.attributes.contains(.reverse) }
        #expect(marked == [2, 3, 4, 5, 6])
    }

    @Test(
        "keys edit at the cursor",
        arguments: [
            ([.character("c")], "abc", 3), ([.left, .character("x")], "axb", 2), ([.home, .delete], "b", 0),
            ([.backspace, .backspace, .backspace], "", 0), ([.home, .left, .end, .right], "ab", 2),
            ([.home, .paste(Key.Paste(text: "1\n2"))], "1 2ab", 3), ([.delete], "ab", 2),
            ([.character("\u{301}"), .character("c")], "ab\u{301}c", 3),
        ] as [([Key], String, Int)])
    func editing(keys: [Key], text: String, cursor: Int) {
        let result = edited("ab", by: keys).text
        #expect(result == "\(text.prefix(cursor))|\(text.dropFirst(cursor))")
    }

    @Test(
        "keys that mean nothing in a field are handed back",
        arguments: [Key.enter, .escape, .tab, .up, .control("c"), .function(1), .alt("x")])
    func otherKeys(key: Key) {
        var field = TextField("ab")
        var clipboard = ""
        let isKnown = field.apply(key, clipboard: &clipboard)
        #expect(!isKnown)
        #expect(field == TextField("ab"))
    }

    @Test("the cursor is always inside the field and the text under it is the text", arguments: 1...12)
    func scrolling(width: Int) {
        var field = TextField("0123456789日本語abc")
        var clipboard = ""
        #expect(field.apply(.home, clipboard: &clipboard))
        for _ in 0...field.text.count {
            var frame = Frame(size: Size(width: 30, height: 1))
            field.draw(into: &frame, at: Point(x: 3, y: 0), width: width)
            let cursor = frame.cursor ?? Point(x: -1, y: -1)
            #expect((3..<3 + width).contains(cursor.x))
            let next = field.text.dropFirst(field.cursor).first
            let cell = frame[cursor]
            // The right half of a wide character may be outside.
            if let next, width > 1 || next.isASCII, cell.scalar != " " {
                #expect(Character(cell.scalar) == next)
            }
            #expect(field.apply(.right, clipboard: &clipboard))
        }
    }

    @Test("what was typed or pasted is drawn sanitised")
    func sanitised() {
        var frame = Frame(size: Size(width: 10, height: 1))
        TextField("a\u{1B}b").draw(into: &frame, at: Point(x: 0, y: 0), width: 10)
        #expect(frame.text(row: 0) == "a^[b")
        #expect(frame.cursor == Point(x: 4, y: 0))
    }

    @Test("a field without width draws nothing")
    func noWidth() {
        var frame = Frame(size: Size(width: 10, height: 1))
        TextField("a").draw(into: &frame, at: Point(x: 0, y: 0), width: 0)
        #expect(frame.cursor == nil)
        #expect(frame.text(row: 0).isEmpty)
    }
}

@Suite("Text area")
struct TextAreaTests {
    @Test(
        "keys edit and move across lines",
        arguments: [
            ([.character("x")], "xab\ncd", 0, 1), ([.end, .enter, .character("x")], "ab\nx\ncd", 1, 1),
            ([.down, .backspace], "abcd", 0, 2), ([.end, .delete], "abcd", 0, 2),
            ([.end, .right, .character("x")], "ab\nxcd", 1, 1),
            ([.down, .left, .character("x")], "abx\ncd", 0, 3),
            ([.right, .enter], "a\nb\ncd", 1, 0), ([.up, .backspace], "ab\ncd", 0, 0),
            ([.down, .end, .delete, .down], "ab\ncd", 1, 2),
            ([.paste(Key.Paste(text: "1\r\n2\n"))], "1\n2\nab\ncd", 2, 0),
            ([.end, .down], "ab\ncd", 1, 2), ([.control("k"), .control("k")], "cd", 0, 0),
            ([.down, .end, .shift(.up), .delete], "ab", 0, 2),
            ([.enter, .enter, .control("_"), .control("_")], "ab\ncd", 0, 0),
            ([.control("n"), .control("e"), .control("p"), .character("x")], "abx\ncd", 0, 3),
        ] as [([Key], String, Int, Int)])
    func editing(keys: [Key], text: String, row: Int, column: Int) {
        var area = TextArea("ab\ncd")
        var clipboard = ""
        let areKnown = keys.map { area.apply($0, clipboard: &clipboard) }
        #expect(!areKnown.contains(false))
        #expect(area.text == text)
        area.insert("|")
        let lines = area.text.split(separator: "\n", omittingEmptySubsequences: false)
        let cursor = lines.firstIndex { $0.contains("|") }
        #expect(cursor == row)
        #expect(lines[row].prefix { $0 != "|" }.count == column)
    }

    @Test("the lines around the cursor are drawn")
    func drawing() {
        var area = TextArea("1\n2\n3\n4")
        var clipboard = ""
        for _ in 0..<3 { _ = area.apply(.down, clipboard: &clipboard) }
        var frame = Frame(size: Size(width: 4, height: 2))
        area.draw(into: &frame, in: frame.bounds)
        #expect(frame.text(row: 0) == "3")
        #expect(frame.text(row: 1) == "4")
        #expect(frame.cursor == Point(x: 0, y: 1))
        let isKnown = area.apply(.escape, clipboard: &clipboard)
        #expect(!isKnown)
    }
}
