import InspectorCanvas
import InspectorValues

/// The box under the cursor with what the field offers to write; above it where there is no room below.
struct CompletionMenu {
    let menu: Completion
    let glyphs: Glyphs

    init(_ menu: Completion, _ glyphs: Glyphs) {
        (self.menu, self.glyphs) = (menu, glyphs)
    }

    private static let widest = 64

    func draw(under cursor: Point, in frame: inout Frame) {
        let titles = menu.candidates.map { DisplayText(untrusted: $0.title ?? $0.text) }
        let notes = menu.candidates.map { DisplayText(untrusted: $0.note) }
        let below = frame.size.height - cursor.y - 1
        let room = max(below, cursor.y) - 2
        let height = min(titles.count, Completion.height, room)
        guard height > 0, frame.size.width > 12 else { return }
        var scroll = ScrollState(count: titles.count, height: height)
        scroll.select(menu.selection ?? 0)
        let column = min(titles.map(\.width).max() ?? 0, 40)
        let note = notes.map(\.width).max() ?? 0
        let most = min(Self.widest, frame.size.width)
        let width = min(most, max(column + (note > 0 ? note + 2 : 0) + 4, hint.width + 6))
        let word = DisplayText(untrusted: menu.word.text).width
        let box = Rect(
            x: max(0, min(cursor.x - word - 2, frame.size.width - width)),
            y: below >= height + 2 || below >= cursor.y ? cursor.y + 1 : cursor.y - height - 2,
            width: width, height: height + 2)
        frame.box(box, glyphs: glyphs)
        frame.put(" \(hint) ", at: box.point(x: 2, y: height + 1), style: .muted)
        if titles.count > height {
            let count: DisplayText = " \((menu.selection ?? 0) + 1)/\(titles.count) "
            frame.put(count, at: box.point(x: width - count.width - 1), style: .muted)
        }
        for (row, index) in scroll.visible.enumerated() {
            let line = Rect(x: box.origin.x + 1, y: box.origin.y + 1 + row, width: width - 2, height: 1)
            var text = StyledText(titles[index].padded(to: notes[index].isEmpty ? 0 : column))
            if !notes[index].isEmpty { text.append("  " + notes[index], .muted) }
            frame.line(text, at: line.point(x: 1), width: line.width - 2, glyphs: glyphs)
            frame.link(line, .keys(keys(to: index)))
            if index == menu.selection { frame.select(line, glyphs: glyphs) }
        }
    }

    /// The keys that take a candidate.
    private func keys(to index: Int) -> [Key] {
        let steps = index - (menu.selection ?? -1)
        return Array(repeating: steps > 0 ? .down : .up, count: abs(steps)) + [.enter]
    }

    /// The key that leads into the menu, or takes what is selected there.
    private var hint: DisplayText {
        switch (menu.purpose, menu.selection) {
        case (.choosing, _), (_, .some): "Enter takes it"
        case (.beginning, nil): "Down selects"
        case (.writing, nil): menu.candidates.count == 1 ? "Tab takes it" : "Tab selects"
        }
    }
}
