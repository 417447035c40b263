import InspectorCanvas
import InspectorValues

/// The choice of the environment that variables come from, and what the selected one says.
struct EnvironmentsOverlay: ListOverlay {
    var scroll: ScrollState

    static let places: [Place] = [.environments]
    static let bindings = [
        Binding("v", in: Place.home, .app(.environments), .program, "choose the environment")
            .requiring(.anyEnvironment),
        Binding(.enter, in: [.environments], .pane(.accept), .questions, "use the environment")
            .inFooter("use"),
    ]

    init(_ choice: EnvironmentChoice) {
        scroll = ScrollState(count: choice.names.count + 1)
        scroll.select(choice.selected.flatMap { choice.names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
    }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        let names = [nil] + state.environments.names.map(Optional.some)
        state.environments.selected = names[min(scroll.selection, names.count - 1)]
        state.saved.preview.renew()
        return [.saved(.useEnvironment(state.environments.selected))]
            + (state.compose.shown.map { [$0.previewEffect] } ?? [])
    }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(count: state.environments.names.count + 1)
        scroll.resize(height: listHeight(in: layout.overlay.height - 1))
    }

    /// Returns the number of lines of the list of names; what is left shows the variables.
    private func listHeight(in height: Int) -> Int { max(1, min(scroll.count, (height + 1) / 2)) }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let known = state.environments.environments
        let rest = frame.section("ENVIRONMENT", in: layout.overlay, glyphs: glyphs)
        let (list, below) = rest.splitTop(listHeight(in: rest.height))
        for (row, index) in scroll.visible.enumerated() where index <= known.count {
            let environment = index == 0 ? nil : known[index - 1]
            let text = name(
                of: environment, isChosen: environment?.name == state.environments.selected, glyphs)
            frame.line(text, at: list.point(x: 2, y: row), width: list.width - 3, glyphs: glyphs)
            frame.link(list.row(row), .line(index))
            if index == scroll.selection { frame.select(list.row(row), glyphs: glyphs) }
        }
        guard known.indices.contains(scroll.selection - 1), below.height > 1 else { return }
        let environment = known[scroll.selection - 1]
        let count = environment.variables.count.of("variable")
        let space = frame.section(
            DisplayText(untrusted: environment.name), right: DisplayText(untrusted: count), in: below,
            glyphs: glyphs, isFocused: false)
        for (row, line) in lines(of: environment, height: space.height, glyphs).enumerated() {
            frame.line(line, at: space.point(x: 2, y: row), width: space.width - 3, glyphs: glyphs)
        }
    }

    private func name(
        of environment: EnvironmentChoice.Known?, isChosen: Bool, _ glyphs: Glyphs
    ) -> StyledText {
        var text = StyledText(isChosen ? "\(glyphs.bullet) " : "  ", .accent)
        text.append(DisplayText(untrusted: environment?.name ?? "none"), environment == nil ? .muted : .plain)
        if environment?.warnings.isEmpty == false { text.append(" !", .warn.bold) }
        return text
    }

    /// Warnings first, then variables, then where they come from; the last line says how many more there are.
    private func lines(
        of environment: EnvironmentChoice.Known, height: Int, _ glyphs: Glyphs
    ) -> [StyledText] {
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

extension Place {
    static let environments = Place("environments", .list, titled: "environments")
}
