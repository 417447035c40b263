import InspectorCanvas

/// Draws the whole screen: a pure function of the state.
package func draw(_ state: State) -> Frame {
    var frame = drawScreen(state)
    // Here, and not where texts are made: the engine's sentences have typographic marks, too.
    if state.settings.glyphs == .ascii { frame.spellInASCII() }
    if state.settings.charset == .ascii { frame.reduceToASCII() }
    return frame
}

private func drawScreen(_ state: State) -> Frame {
    var frame = drawPanes(state)
    if let menu = state.completion, let cursor = frame.cursor {
        CompletionMenu(menu, state.settings.glyphs).draw(under: cursor, in: &frame)
    }
    return frame
}

private func drawPanes(_ state: State) -> Frame {
    var frame = Frame(size: state.size)
    guard !Layout.isTooSmall(state.size) else {
        frame.put("too small", at: Point(x: 0, y: 0), style: .warn)
        return frame
    }
    let layout = Layout(state)
    if let draft = state.compose.shown {
        return drawDraft(draft, state, layout, into: frame)
    }
    HeaderLine(state).draw(in: layout.header, into: &frame)
    if let strip = layout.strip { StripLine(state).draw(in: strip, into: &frame) }
    if let saved = layout.saved {
        SavedView(state).draw(in: saved, into: &frame)
        let edge = Rect(x: saved.columns.upperBound, y: saved.origin.y, width: 1, height: saved.height)
        if saved.columns.upperBound < state.size.width {
            frame.fill(edge, with: state.settings.glyphs.vertical, style: .border)
        }
    }
    if let list = layout.list {
        TaskListView(state: state, hasStrip: layout.strip != nil).draw(in: list, into: &frame)
    }
    if let preview = layout.preview { PreviewView(state).draw(in: preview, into: &frame) }
    if let detail = layout.detail { DetailView(state).draw(in: detail, layout, into: &frame) }
    if let output = layout.output, let program = state.program {
        ProgramView(state: state, program: program).draw(in: output, into: &frame)
    }
    drawOverlay(state, layout, into: &frame)
    NoticeLine(state).draw(in: layout.notice, into: &frame)
    FooterLine(state).draw(in: layout.footer, into: &frame)
    return frame
}

/// The form of a draft has the screen to itself.
private func drawDraft(_ draft: DraftState, _ state: State, _ layout: Layout, into empty: Frame) -> Frame {
    var frame = empty
    HeaderLine(state).draw(in: layout.header, into: &frame)
    DraftView(state: state, draft: draft).draw(in: layout.middle, into: &frame)
    if !state.overlays.isEmpty { frame.cursor = nil }
    drawOverlay(state, layout, into: &frame)
    NoticeLine(state).draw(in: layout.notice, into: &frame)
    FooterLine(state).draw(in: layout.footer, into: &frame)
    return frame
}

private func drawOverlay(_ state: State, _ layout: Layout, into frame: inout Frame) {
    guard let overlay = state.overlays.top else { return }
    if overlay.coversPanes {
        if layout.hasBoxes {
            frame.box(layout.overlayBox, glyphs: state.settings.glyphs)
        } else {
            frame.clear(layout.middle)
        }
    }
    overlay.draw(state, layout, into: &frame)
}
