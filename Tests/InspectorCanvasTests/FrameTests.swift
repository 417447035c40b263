import InspectorCanvas
import InspectorTestSupport
import Testing

@Suite("Frame")
struct FrameTests {
    private func frame(_ width: Int, _ height: Int) -> Frame {
        Frame(size: Size(width: width, height: height))
    }

    @Test("a snapshot shows the text, the roles and the attributes")
    func snapshot() {
        var frame = frame(22, 4)
        frame.put("┌ Exchanges ─────────┐", at: Point(x: 0, y: 0), style: .border)
        frame.put("Exchanges", at: Point(x: 2, y: 0), style: .title)
        var line = StyledText("200", .good)
        line.append(" GET ", .method)
        line.append(DisplayText(untrusted: "/日\u{1B}"))
        frame.put(line, at: Point(x: 1, y: 1))
        frame.put("503", at: Point(x: 1, y: 2), style: .bad.bold)
        frame.put("retry in 2s", at: Point(x: 10, y: 2), style: .warn)
        frame.highlight(Rect(x: 0, y: 2, width: 13, height: 1))
        #expect(
            frame.snapshot() == """
                ┌ Exchanges ─────────┐
                 200 GET /日^[
                 503      retry in 2s

                --- roles: . plain  g good  w warn  b bad  t title  o border  v method  u untrusted
                ootttttttttooooooooooo
                .gggvvvvv...uu........
                .bbb......wwwwwwwwwww.
                ......................
                --- attributes
                ......................
                ......................
                hBBBhhhhhhhhh.........
                ......................

                """)
    }

    @Test(
        "text is clipped at every edge",
        arguments: [
            (-3, 0, "lo"), (2, 0, "  hel"), (9, 0, ""), (0, -1, ""), (0, 2, ""), (0, 0, "hello"),
            (Int.min / 2, 0, ""), (Int.max / 2, 0, ""),
        ])
    func clipping(x: Int, y: Int, shown: String) {
        var frame = frame(5, 2)
        frame.put("hello", at: Point(x: x, y: y))
        #expect(frame.text(row: 0) == shown)
    }

    @Test("drawing returns the column after the text, within its width")
    func columnAfter() {
        var frame = frame(20, 1)
        #expect(frame.put("hello", at: Point(x: 2, y: 0)) == 7)
        #expect(frame.put("hello", at: Point(x: 2, y: 0), width: 3) == 5)
        #expect(frame.put(StyledText("ab") + StyledText("cd"), at: Point(x: 0, y: 0), width: 3) == 3)
        #expect(frame.text(row: 0) == "abcello")
    }

    @Test(
        "half of a wide character is never left behind",
        arguments: [(0, "x 本"), (1, " x本"), (2, "日x "), (3, "日 x")])
    func overwriting(x: Int, shown: String) {
        var frame = frame(5, 1)
        frame.put("日本|", at: Point(x: 0, y: 0))
        frame.put("x", at: Point(x: x, y: 0))
        #expect(frame.text(row: 0) == shown + "|")
        #expect(frame[0].reduce(0) { $0 + Int($1.width) } == 5)
    }

    @Test("a wide character that does not fit becomes a blank")
    func wideAtTheEdge() {
        var frame = frame(3, 1)
        frame.put("日本", at: Point(x: 0, y: 0))
        #expect(frame.text(row: 0) == "日")
        frame.put("日本", at: Point(x: -1, y: 0))
        #expect(frame.text(row: 0) == " 本")
    }

    @Test("filling mends wide characters at its edges")
    func filling() {
        var frame = frame(6, 1)
        frame.put("日本語", at: Point(x: 0, y: 0))
        frame.fill(Rect(x: 1, y: 0, width: 4, height: 9), with: "─", style: .border)
        #expect(frame.text(row: 0) == " ────")
        #expect(frame[Point(x: 1, y: 0)].style == .border)
    }

    @Test("escaped text is drawn as untrusted in every style")
    func untrusted() {
        var frame = frame(4, 1)
        frame.put(DisplayText(untrusted: "a\u{7}"), at: Point(x: 0, y: 0), style: .good.bold)
        #expect(frame[Point(x: 0, y: 0)].style == .good.bold)
        #expect(frame[Point(x: 1, y: 0)].style == Style(.untrusted, .bold))
    }

    @Test("only rows that differ have changed")
    func changes() {
        let before = frame(4, 3)
        var after = before
        #expect(after.changedRows(since: before).isEmpty)
        after.put("x", at: Point(x: 0, y: 1))
        #expect(after.changedRows(since: before) == [1])
        #expect(after.changedRows(since: frame(4, 2)) == [0, 1, 2])
    }

    @Test("nothing traps in a frame without cells or outside one")
    func emptyFrame() {
        var frame = frame(0, -4)
        frame.put("日", at: Point(x: 0, y: 0))
        frame.fill(Rect(x: -5, y: -5, width: 10, height: 10), with: "x")
        frame.highlight(Rect(x: 3, y: 3, width: 1, height: 1))
        #expect(frame[7].isEmpty)
        #expect(frame[Point(x: -1, y: 2)] == .blank)
        #expect(frame.cells.isEmpty)
    }

    @Test("a cell stays small, for frames are compared cell by cell")
    func cellSize() {
        #expect(MemoryLayout<Cell>.stride <= 20)
    }
}
