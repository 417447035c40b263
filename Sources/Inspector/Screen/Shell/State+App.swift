extension State {
    mutating func perform(_ verb: AppVerb) throws(Refusal) -> [Effect] {
        switch verb {
        case .help: overlays.add(HelpOverlay(settings.keymap))
        case .palette: overlays.add(PaletteOverlay(self))
        case .environments: overlays.add(EnvironmentsOverlay(environments))
        case .quit: return try backOrQuit()
        case .undo: return undo()
        case .interrupt:
            if place.kind == .field { return try perform(PaneVerb.back) }
            if overlays.top is QuitConfirmation { return [.quit] }
            return quit()
        case .allow, .allowOnce: return allow(forGood: verb == .allow)
        case .redraw: return [.terminal(.redraw)]
        case .mouse: return toggleMouse()
        case .suspend: return [.terminal(.suspend)]
        case .endProgram: return [.program(.end)]
        }
        return []
    }

    /// Goes back from wherever one is, and quits from the list.
    private mutating func backOrQuit() throws(Refusal) -> [Effect] {
        let isHome = focus == .tasks || tasks.isEmpty
        guard overlays.isEmpty, compose.shown == nil, !isZoomed, isHome else {
            return try perform(PaneVerb.back)
        }
        guard !isLive, program?.isRunning != true, !tasks.isEmpty, !settings.hasHistory else { return quit() }
        overlays.add(QuitConfirmation())
        return []
    }

    private mutating func quit() -> [Effect] {
        guard isLive || program?.isRunning == true else { return [.quit] }
        overlays.add(QuitConfirmation())
        return []
    }
}
