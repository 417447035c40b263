import InspectorCanvas
import InspectorValues

/// The choice of the environment that variables come from, and what the selected one says.
struct EnvironmentsView {
    private let state: State
    private let scroll: ScrollState

    init(_ state: State, scroll: ScrollState) {
        self.state = state
        self.scroll = scroll
    }

    /// How many lines the list of names takes; what is left shows the variables.
    static func listHeight(in height: Int, count: Int) -> Int { max(1, min(count, (height + 1) / 2)) }

    func draw(in rect: Rect, into frame: inout Frame) {
        let rest = frame.section("ENVIRONMENT", in: rect, glyphs: glyphs)
        let (list, below) = rest.splitTop(Self.listHeight(in: rest.height, count: scroll.count))
        for (row, index) in scroll.visible.enumerated() where index <= known.count {
            frame.line(name(at: index), at: list.point(x: 2, y: row), width: list.width - 3, glyphs: glyphs)
            if index == scroll.selection { frame.select(list.row(row), glyphs: glyphs) }
        }
        guard let environment = selected, below.height > 1 else { return }
        let count = environment.variables.count.of("variable")
        let space = frame.section(
            DisplayText(untrusted: environment.name), right: DisplayText(untrusted: count), in: below,
            glyphs: glyphs, isFocused: false)
        for (row, line) in lines(of: environment, height: space.height).enumerated() {
            frame.line(line, at: space.point(x: 2, y: row), width: space.width - 3, glyphs: glyphs)
        }
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private var known: [EnvironmentChoice.Known] { state.environments.environments }

    private var selected: EnvironmentChoice.Known? {
        known.indices.contains(scroll.selection - 1) ? known[scroll.selection - 1] : nil
    }

    private func name(at index: Int) -> StyledText {
        let environment = index == 0 ? nil : known[index - 1]
        let isChosen = environment?.name == state.environments.selected
        var text = StyledText(isChosen ? "\(glyphs.bullet) " : "  ", .accent)
        text.append(DisplayText(untrusted: environment?.name ?? "none"), environment == nil ? .muted : .plain)
        if environment?.warnings.isEmpty == false { text.append(" !", .warn.bold) }
        return text
    }

    /// Warnings first, then variables, then where they come from; the last line says how many more there are.
    private func lines(of environment: EnvironmentChoice.Known, height: Int) -> [StyledText] {
        var lines = environment.warnings.map { StyledText("! \(untrusted: $0)", .warn) }
        let width = min(24, environment.variables.map { DisplayText(untrusted: $0.name).width }.max() ?? 0)
        lines += environment.variables.map { variable in
            let name = DisplayText(untrusted: variable.name).fitted(to: width, ellipsis: glyphs.ellipsis)
            guard let value = variable.value else {
                return StyledText(name + "  ") + StyledText(DisplayText(untrusted: glyphs.mask), .muted)
            }
            return StyledText(name + "  ") + StyledText(DisplayText(untrusted: value), .string)
        }
        lines += environment.files.map { StyledText("from \(untrusted: $0)", .muted) }
        guard lines.count > height else { return lines }
        let shown = max(0, height - 1)
        return lines.prefix(shown) + [StyledText("\(lines.count - shown) more", .muted)]
    }
}
