/// The panes of the home screen, in the order Tab visits them; the output is that of a watched program.
enum Pane: CaseIterable, Sendable {
    case saved, tasks, detail, output
}
