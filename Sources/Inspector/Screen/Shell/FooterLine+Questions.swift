import InspectorCanvas

// Questions whose words come from files: they can be long, and what they ask about must not be cut.
extension FooterLine {
    /// Returns the number of lines of a question with the keys that answer it: one, if both fit there.
    func height(of question: String, width: Int) -> Int {
        let lines = lines(of: question, width: width)
        let isOne = lines.count == 1 && lines[0].width + keys(width: .max / 2).width + 6 <= width
        return isOne ? 1 : lines.count + 1
    }

    /// Draws a question and, behind it or below it, the keys.
    func draw(_ question: String, in rect: Rect, into frame: inout Frame) {
        let lines = lines(of: question, width: rect.width)
        guard rect.height > 1 else {
            let text = DisplayText(untrusted: question)
            frame.line(
                StyledText(text, .warn.bold) + StyledText("   ") + keys(width: rect.width - text.width - 5),
                at: rect.point(x: 1), width: rect.width - 2, glyphs: glyphs)
            return
        }
        let (above, last) = rect.splitBottom(1)
        for (row, line) in lines.prefix(above.height).enumerated() {
            let isCut = row + 1 == above.height && row + 1 < lines.count
            frame.line(
                StyledText(isCut ? line + glyphs.ellipsis : line, .warn.bold), at: above.point(x: 1, y: row),
                width: rect.width - 2, glyphs: glyphs)
        }
        frame.line(
            keys(width: rect.width - 2), at: last.point(x: 1), width: rect.width - 2, glyphs: glyphs)
    }

    private func lines(of question: String, width: Int) -> [DisplayText] {
        DisplayText.words(of: question, wrappedTo: max(10, width - 2))
    }
}
