import Testing

@testable import Canvas

@Suite("Spelling in ASCII")
struct ASCIISpellingTests {
    @Test("punctuation and symbols have stand-ins of the same width; letters stay")
    func text() {
        let text: DisplayText = "200 ms × 2 — “quoted” ‘so’ a… b→c · ✓ ✗ é 漢 µs"
        #expect(text.spelledInASCII.string == "200 ms x 2 - \"quoted\" 'so' a~ b>c . + x é 漢 us")
        #expect(text.spelledInASCII.width == text.width)
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
    }
}
