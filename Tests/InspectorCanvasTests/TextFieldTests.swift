import InspectorCanvas
import Testing

@Suite("Text field")
struct TextFieldTests {
    @Test(
        "keys edit at the cursor",
        arguments: [
            ([.character("c")], "abc", 3), ([.left, .character("x")], "axb", 2), ([.home, .delete], "b", 0),
            ([.backspace, .backspace, .backspace], "", 0), ([.home, .left, .end, .right], "ab", 2),
            ([.home, .paste(Key.Paste(text: "1\n2"))], "1 2ab", 3), ([.delete], "ab", 2),
            ([.character("\u{301}"), .character("c")], "ab\u{301}c", 3),
        ] as [([Key], String, Int)])
    func editing(keys: [Key], text: String, cursor: Int) {
        var field = TextField("ab")
        let areKnown = keys.map { field.apply($0) }
        #expect(!areKnown.contains(false))
        #expect(field.text == text)
        #expect(field.cursor == cursor)
    }

    @Test(
        "keys that mean nothing in a field are handed back",
        arguments: [Key.enter, .escape, .tab, .up, .control("c"), .function(1), .alt("x")])
    func otherKeys(key: Key) {
        var field = TextField("ab")
        let isKnown = field.apply(key)
        #expect(!isKnown)
        #expect(field == TextField("ab"))
    }

    @Test("the cursor is always inside the field and the text under it is the text", arguments: 1...12)
    func scrolling(width: Int) {
        var field = TextField("0123456789日本語abc")
        field.moveToStart()
        for _ in 0...field.text.count {
            var frame = Frame(size: Size(width: 30, height: 1))
            field.draw(into: &frame, at: Point(x: 3, y: 0), width: width)
            let cursor = frame.cursor ?? Point(x: -1, y: -1)
            #expect((3..<3 + width).contains(cursor.x))
            let next = field.text.dropFirst(field.cursor).first
            let cell = frame[cursor]
            // The right half of a wide character may stand outside.
            if let next, width > 1 || next.isASCII, cell.scalar != " " {
                #expect(Character(cell.scalar) == next)
            }
            field.move(by: 1)
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
            ([.paste(Key.Paste(text: "1\n2\n"))], "1\n2\nab\ncd", 2, 0),
        ] as [([Key], String, Int, Int)])
    func editing(keys: [Key], text: String, row: Int, column: Int) {
        var area = TextArea("ab\ncd")
        let areKnown = keys.map { area.apply($0) }
        #expect(!areKnown.contains(false))
        #expect(area.text == text)
        #expect(area.row == row)
        #expect(area.column == column)
    }

    @Test("the lines around the cursor are drawn")
    func drawing() {
        var area = TextArea("1\n2\n3\n4")
        for _ in 0..<3 { _ = area.apply(.down) }
        var frame = Frame(size: Size(width: 4, height: 2))
        area.draw(into: &frame, in: frame.bounds)
        #expect(frame.text(row: 0) == "3")
        #expect(frame.text(row: 1) == "4")
        #expect(frame.cursor == Point(x: 0, y: 1))
        let isKnown = area.apply(.escape)
        #expect(!isKnown)
    }
}
