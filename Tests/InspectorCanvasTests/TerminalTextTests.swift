import Testing

@testable import InspectorCanvas

@Suite("What a program writes to a terminal")
struct TerminalTextTests {
    private static func text(_ written: String...) -> TerminalText {
        var text = TerminalText()
        for part in written { text.write(part.utf8) }
        return text
    }

    private static func lines(_ text: TerminalText, columns: Int = 80) -> [String] {
        text.lines.flatMap { text.pieces(of: $0, columns: columns).map(\.string) }
    }

    @Test(
        "lines, and the movements that write one again",
        arguments: [
            ("", []), ("\n", [""]), ("a", ["a"]), ("a\r\nb\r\n", ["a", "b"]),
            ("10 %\r100 %\n", ["100 %"]), ("done\r\u{1B}[Kok\n", ["ok"]), ("abc\u{8}\u{8}X\n", ["aXc"]),
            ("a\tb\n", ["a       b"]), ("ab\u{1B}[5Gc\n", ["ab  c"]), ("ab\u{1B}[3Cc\n", ["ab   c"]),
            ("abc\u{1B}[2Dx\n", ["axc"]), ("abc\u{1B}[1K\n", ["   "]),
            ("one\ntwo\n\u{1B}[2A\u{1B}[2K1\u{1B}[2B\rthree\n", ["1", "two", "three"]),
            ("a\u{1B}[99Ab", ["ab"]),
        ] as [(String, [String])])
    func drawn(written: String, lines: [String]) {
        #expect(Self.lines(Self.text(written)) == lines)
    }

    @Test(
        "sequences that mean nothing here leave nothing behind, and no control reaches a cell",
        arguments: [
            "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{1B}P1$r\u{1B}\\", "\u{1B}[2J\u{1B}[H",
            "\u{1B}[?1049h", "\u{1B}[>4;2m", "\u{1B}(B", "\u{1B}c", "\u{1B}=", "\u{7}", "\0", "\u{7F}",
            "\u{1B}[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29z",
        ])
    func dropped(sequence: String) {
        #expect(Self.lines(Self.text("a\(sequence)b\n")) == ["ab"])
        // The result is the same for any division into pieces.
        var text = TerminalText()
        for byte in "a\(sequence)b\n".utf8 { text.write([byte]) }
        #expect(Self.lines(text) == ["ab"])
    }

    @Test("what a terminal would hide or obey is shown")
    func shown() {
        #expect(Self.lines(Self.text("a\u{9B}31mb\u{202E}\n")) == ["a<9B>31mb<U+202E>"])
        var text = TerminalText()
        text.write([0x61, 0xFF, 0x62])
        #expect(Self.lines(text) == ["a\u{FFFD}b"])
    }

    @Test("characters and colours that come in pieces are whole")
    func pieces() {
        var text = TerminalText()
        for byte in "\u{1B}[1;31mé日👍\u{1B}[0m.".utf8 { text.write([byte]) }
        let piece = text.pieces(of: 0, columns: 80)[0]
        #expect(piece.runs.map { piece.text(of: $0).string } == ["é日👍", "."])
        #expect(
            piece.runs.map(\.style) == [
                Style(.plain, .bold, paint: Paint(foreground: 1)), Style(.plain, paint: Paint()),
            ])
    }

    @Test("long lines are cut into pieces, between characters")
    func wrapped() {
        #expect(Self.lines(Self.text("abcdefg\n日本語\n"), columns: 5) == ["abcde", "fg", "日本", "語"])
    }

    @Test("a text without end is bounded, and its lines keep their numbers")
    func bounded() {
        var text = TerminalText()
        for number in 0..<20_000 { text.write("line \(number)\n".utf8) }
        #expect(text.lines.count <= 5_000 && text.lines.upperBound == 20_000)
        #expect(text.pieces(of: 19_999, columns: 80).map(\.string) == ["line 19999"])
        #expect(text.pieces(of: 3, columns: 80).isEmpty)
        text.write(repeatElement(UInt8(ascii: "x"), count: 2_000_000))
        #expect(text.lines.count <= 60)
    }

    @Test("what was missed does not make text of the rest of a sequence")
    func missed() {
        var text = Self.text("a\u{1B}]0;tit")
        text.resynchronize()
        text.write("b\n".utf8)
        #expect(Self.lines(text) == ["ab"])
    }
}
