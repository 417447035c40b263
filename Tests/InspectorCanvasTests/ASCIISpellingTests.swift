import Testing

@testable import InspectorCanvas

@Suite("Spelling in ASCII")
struct ASCIISpellingTests {
    @Test("punctuation and symbols have stand-ins; all else is escaped, and nothing but ASCII is left")
    func text() {
        let text: DisplayText = "200 ms × 2 — “quoted” ‘so’ a… b→c · ✓ ✗ é 漢 µs"
        #expect(
            text.spelledInASCII.string == "200 ms x 2 - \"quoted\" 'so' a~ b>c . + x <U+00E9> <U+6F22> us")
        #expect(text.spelledInASCII.width == text.spelledInASCII.string.count)
        let mark = DisplayText(untrusted: "a\u{301}\u{6DB}31m\u{75D}0;PWNED\u{71C}")
        #expect(mark.spelledInASCII.string == "a<U+0301><U+06DB>31m<U+075D>0;PWNED<U+071C>")
        let plain: DisplayText = "plain ^[ text"
        #expect(plain.spelledInASCII == plain)
    }

    @Test("a frame is respelled cell by cell, with its styles and wide characters as they were")
    func frame() {
        var frame = Frame(size: Size(width: 12, height: 1))
        frame.put("“漢×”", at: Point(x: 0, y: 0), style: .bad)
        frame.put(DisplayText(untrusted: "\u{202E}"), at: Point(x: 6, y: 0))
        var spelled = frame
        spelled.spellInASCII()
        #expect(spelled.text(row: 0) == "\"漢x\" <U+202")
        #expect(spelled.cells.map(\.style) == frame.cells.map(\.style))
        #expect(spelled.cells.map(\.width) == frame.cells.map(\.width))
        spelled.reduceToASCII()
        #expect(spelled.text(row: 0) == "\"??x\" <U+202")
        #expect(spelled.cells.allSatisfy { $0.width == 1 && $0.scalar.isASCII && $0.firstMark == "\0" })
    }
}
