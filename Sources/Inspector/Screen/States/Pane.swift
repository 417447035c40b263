/// The panes of the home screen, in the order Tab visits them.
enum Pane: CaseIterable, Sendable {
    case saved, tasks, detail
}
