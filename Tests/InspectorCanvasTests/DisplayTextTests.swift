import InspectorCanvas
import InspectorTestSupport
import Testing

@Suite("Display text", .ownThread)
struct DisplayTextTests {
    @Test(
        "what a terminal would obey or hide is shown as an escape",
        arguments: [
            ("\u{1B}[31m", "^[[31m", 2), ("\u{7}", "^G", 2), ("\u{0}", "^@", 2), ("\u{7F}", "^?", 2),
            ("a\r\nb", "a^M^Jb", 4), ("\u{9B}2J", "<9B>2J", 4), ("\u{85}", "<85>", 4),
            ("\u{202E}x", "<U+202E>x", 8), ("\u{200B}", "<U+200B>", 8), ("\u{FEFF}", "<U+FEFF>", 8),
            ("\u{AD}", "<U+00AD>", 8), ("\u{E000}", "<U+E000>", 8), ("\u{E0041}", "<U+E0041>", 9),
            ("\u{2028}", "<U+2028>", 8), ("👨\u{200D}👩", "👨<U+200D>👩", 8), ("🇩", "<U+1F1E9>", 9),
            ("\u{3164}", "<U+3164>", 8), ("\u{378}", "<U+0378>", 8), ("\u{34F}", "<U+034F>", 8),
        ])
    func escapes(input: String, shown: String, escaped: Int) {
        let text = DisplayText(untrusted: input)
        #expect(text.string == shown)
        #expect(text.glyphs.count { $0.isEscape } == escaped)
        #expect(text.hasEscapes)
    }

    @Test(
        "ordinary text stays as it is and knows its width",
        arguments: [
            ("", 0), ("plain", 5), ("Grüße", 5), ("日本語", 6), ("e\u{301}a", 2), ("─│┌✓✗▁█╌", 8), ("한글", 4),
            ("👍", 2), ("ﾊﾝ", 2), ("Ａ", 2), ("हि", 2), ("a\u{A0}b", 3),
        ])
    func ordinary(input: String, width: Int) {
        let text = DisplayText(untrusted: input)
        #expect(text.string.unicodeScalars.elementsEqual(input.unicodeScalars))
        #expect(text.width == width)
        #expect(!text.hasEscapes)
    }

    @Test(
        "variation selectors and skin tones are left out",
        arguments: [("❤\u{FE0F}", "❤"), ("👍🏽", "👍"), ("a\u{FE0E}", "a")])
    func dropped(input: String, shown: String) {
        #expect(DisplayText(untrusted: input).string == shown)
    }

    @Test("a flood of combining marks leaves two of them on one cell")
    func flood() {
        let text = DisplayText(untrusted: "a" + String(repeating: "\u{301}", count: 10_000) + "b")
        #expect(text.width == 2)
        #expect(text.string.unicodeScalars.count == 4)
    }

    @Test("a mark with nothing to hang on is escaped", arguments: ["\u{301}", "\u{7}\u{301}", "\t\u{301}"])
    func orphanedMark(input: String) {
        #expect(DisplayText(untrusted: input).string.hasSuffix("<U+0301>"))
    }

    @Test(
        "a tab moves to the next stop",
        arguments: [("\tx", 8, 9), ("abc\tx", 8, 9), ("12345678\tx", 8, 17), ("日\tx", 4, 5), ("\t", 0, 1)])
    func tabs(input: String, stop: Int, width: Int) {
        #expect(DisplayText(untrusted: input, tabWidth: stop).width == width)
    }

    @Test(
        "each broken part of UTF-8 becomes one marked replacement",
        arguments: [
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3], "\u{FFFD}"), ([0xE2, 0x82], "\u{FFFD}"),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF0, 0x9F, 0x41], "\u{FFFD}A"),
            ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0x9B, 0x33], "\u{FFFD}3"), ([0xF5], "\u{FFFD}"),
        ] as [([UInt8], String)])
    func repair(bytes: [UInt8], shown: String) {
        let text = DisplayText(untrusted: bytes)
        #expect(text.string == shown)
        #expect(text.string == String(decoding: bytes, as: UTF8.self))
        #expect(text.hasEscapes)
    }

    @Test("no glyph holds a control, format, surrogate, private, separator or unassigned scalar")
    func everyScalar() {
        var held: Set<Unicode.Scalar> = []
        // Of planes without characters and of private-use planes, only the ends are tested.
        let starts = stride(from: UInt32(0), to: 0x110000, by: 0x1000).filter {
            !(0x4_0000..<0xE_0000 ~= $0 || $0 >= 0xF_0000) || [0, 0xF000].contains($0 & 0xFFFF)
        }
        for start in starts {
            // Each scalar follows a letter, so that marks combine with it.
            let scalars = (start..<start + 0x1000).compactMap { Unicode.Scalar($0) }
            let text = DisplayText(
                untrusted: String(String.UnicodeScalarView(scalars.flatMap { ["a", $0] })))
            #expect(!text.glyphs.contains { $0.isEscape && !(0x20..<0x7F ~= $0.scalar.value) })
            for glyph in text.glyphs where !glyph.isEscape {
                held.formUnion([glyph.scalar, glyph.firstMark, glyph.secondMark])
            }
        }
        held.remove("\0")
        let bad = held.filter { !Self.isHarmless($0) }.map { String($0.value, radix: 16) }
        #expect(bad.isEmpty)
        #expect(held.count > 100_000)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x7F else { return scalar.value >= 0x20 }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            return false
        default:
            return !properties.isDefaultIgnorableCodePoint && !properties.isBidiControl
                && !properties.isVariationSelector
        }
    }

    @Test("literals take numbers, safe text and text named as untrusted")
    func interpolation() {
        let path = DisplayText(untrusted: "/a\u{1B}")
        let text: DisplayText = "\(3)/\(5) \(path) \(untrusted: "\u{7}")"
        #expect(text.string == "3/5 /a^[ ^G")
        #expect(text.width == 11)
    }

    @Test(
        "lines end with LF or CRLF",
        arguments: [
            ("a\nb", ["a", "b"]), ("a\r\nb\n", ["a", "b"]), ("", [""]), ("\n", [""]),
            ("a\n\nb", ["a", "", "b"]),
            ("a\rb\n", ["a^Mb"]),
        ])
    func lines(input: String, shown: [String]) {
        #expect(DisplayText.lines(untrusted: input.utf8).map(\.string) == shown)
    }
}
