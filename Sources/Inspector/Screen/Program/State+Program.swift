import InspectorCanvas
import InspectorValues

extension State {
    /// Takes over what has become of the watched program; one that could not be started leaves nothing to look at.
    mutating func receive(_ news: ProgramNews) -> [Effect] {
        program?.apply(news)
        return news == .refused ? [.quit] : []
    }

    /// Tells the program how much of a line of its output is in sight at once.
    func sizeProgram() -> [Effect] {
        guard program != nil else { return [] }
        return [.program(.resize(columns: max(1, size.width - 2), lines: max(1, size.height)))]
    }

    mutating func toggleOutput() {
        program?.isShown.toggle()
        guard focus == .output else { return }
        focus = .tasks
        isZoomed = false
    }
}
