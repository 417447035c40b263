import InspectorCanvas
import Testing

@Suite("Columns of display text")
struct DisplayTextColumnsTests {
    @Test(
        "truncating leaves an ellipsis and never exceeds the width",
        arguments: [
            ("short", 5, "short"), ("longer", 5, "long…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
            ("abc", 1, "…"), ("abc", 0, ""), ("abc", -3, ""),
        ])
    func truncated(input: String, width: Int, shown: String) {
        #expect(DisplayText(untrusted: input).truncated(to: width).string == shown)
    }

    @Test(
        "padding goes where the alignment says",
        arguments: [
            (Alignment.left, "ab   "), (.right, "   ab"), (.center, " ab  "),
        ])
    func padded(alignment: Alignment, shown: String) {
        #expect(DisplayText(untrusted: "ab").padded(to: 5, alignment: alignment).string == shown)
    }

    @Test("fitting makes exactly the width, also around wide characters", arguments: 0...8)
    func fitted(width: Int) {
        #expect(DisplayText(untrusted: "日本語").fitted(to: width).width == width)
    }

    @Test("a prefix, a suffix and the rest leave out half characters")
    func parts() {
        let text = DisplayText(untrusted: "a日b")
        #expect(text.prefix(columns: 2).string == "a")
        #expect(text.prefix(columns: 3).string == "a日")
        #expect(text.suffix(columns: 2).string == "b")
        #expect(text.dropping(columns: 2).string == " b")
        #expect(text.dropping(columns: 9).isEmpty)
        #expect(text.prefix(columns: -1).isEmpty)
    }

    @Test("a window over a line shows what the whole line shows there")
    func window() {
        let line = "ab\t日本e\u{301}語\u{1B}\u{301}x\u{202E}yz" + String(repeating: "0123456789", count: 5)
        let whole = DisplayText(untrusted: line)
        for start in 0..<whole.width {
            for end in start...min(start + 12, whole.width) {
                let window = DisplayText(untrusted: line.utf8, columns: start..<end)
                #expect(window.width == end - start)
                #expect(Self.row(window) == Self.row(whole, dropping: start, width: end - start))
            }
        }
    }

    /// Draws a text like a frame, where cut wide characters become blanks.
    private static func row(_ text: DisplayText, dropping: Int = 0, width: Int? = nil) -> String {
        var frame = Frame(size: Size(width: width ?? text.width, height: 1))
        frame.put(text, at: Point(x: -dropping, y: 0))
        return frame.text(row: 0)
    }

    @Test("a window reads no further than it shows")
    func lazyWindow() {
        let line = [UInt8](repeating: 0x61, count: 4_000_000)
        #expect(DisplayText(untrusted: line, columns: 10..<20).string == "aaaaaaaaaa")
        #expect(DisplayText(untrusted: line, columns: 3_999_998..<4_000_100).string == "aa")
    }

    @Test("wrapping keeps every character and the width", arguments: 1...9)
    func wrapped(width: Int) {
        let text = DisplayText(untrusted: "日本語 wraps anywhere")
        let pieces = text.wrapped(to: width)
        #expect(pieces.map(\.string).joined() == text.string)
        #expect(pieces.allSatisfy { $0.width <= max(2, width) })
    }

    @Test("styled text is truncated and padded as a whole")
    func styled() {
        var line = StyledText("GET", .method)
        line.append(" ")
        line.append("/users", .info)
        #expect(line.width == 10)
        #expect(line.truncated(to: 6).string == "GET /…")
        #expect(line.truncated(to: 6).runs.last?.style == .info)
        #expect(line.truncated(to: 10) == line)
        #expect(line.padded(to: 12, alignment: .right).string == "  GET /users")
    }
}
