import InspectorCanvas
import InspectorCommandLine
import InspectorScreen

extension App {
    private static let mostLines = 20

    /// Ends the watched program behind the screen, and leaves on the terminal what it has printed last.
    mutating func endProgram() {
        guard let program = options.program else { return }
        program.end()
        for news in mailbox.drain(withinMilliseconds: 0).programNews { state.program?.apply(news) }
        guard let output = state.program?.output else { return }
        let lines = output.lines.suffix(Self.mostLines).flatMap { output.pieces(of: $0, columns: .max) }
        let text = lines.map { DisplayText(untrusted: $0.string).spelled(in: options.charset).string + "\n" }
        _ = StandardStream.output.takes(text.joined())
    }
}
