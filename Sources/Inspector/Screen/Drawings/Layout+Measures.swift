extension Layout {
    /// Measures what the notice and the footer need, and places everything above them.
    init(_ state: State) {
        let needed = state.size.height > 5 ? FooterLine(state).height(width: state.size.width) : 1
        // No more than a third of the screen.
        self.init(
            state, noticeHeight: NoticeLine(state).height,
            footerHeight: min(needed, max(1, state.size.height / 3)))
    }
}
