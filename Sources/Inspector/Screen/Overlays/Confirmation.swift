import InspectorCanvas

/// Asks before the program writes a file, or before it uses something that needs an answer first.
struct Confirmation: Overlay {
    let question: String
    /// The effects of a yes.
    let effects: [Effect]
    /// The text that a yes shows.
    var report: Report?

    static let places: [Place] = [.confirm]
    static let bindings = [
        Binding(.enter, in: [.confirm], .pane(.accept), .questions, "yes").inFooter("yes"),
        Binding("y", in: [.confirm], .pane(.accept), .questions, "yes"),
        Binding("n", in: [.confirm], .pane(.back), .questions, "no").inFooter("no"),
    ]

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        if let report { state.overlays.add(ReportOverlay(report)) }
        return effects
    }

    func footer(_ state: State) -> FooterContent { .longQuestion(question) }
}

/// Asks before the program is quit while tasks are live, or with results, which no file keeps.
struct QuitConfirmation: Overlay {
    static let places: [Place] = [.confirm]

    func accept(in state: inout State) -> [Effect] { [.quit] }

    func footer(_ state: State) -> FooterContent {
        if let program = state.program, program.isRunning {
            return .question("\(untrusted: program.name) is still running. Quit and end it?")
        }
        let live = state.tasks.live
        let attached = live.count { state.tasks[$0]?.origin.provenance.source == .attach }
        if attached > 0, attached == live.count {
            return .question("What is live in other programs goes on there. Quit?")
        }
        return switch live.count - attached {
        case 0 where state.settings.hasHistory: .question("All has ended. Quit?")
        case 0 where state.tasks.count == 1:
            .question("Quit? 1 result is not in the history and will be lost.")
        case 0:
            .question(
                "Quit? \(state.tasks.count) results are not in the history and will be lost.")
        case 1: .question("1 task is still live. Quit and cancel it?")
        case let count where state.size.width < Layout.widthOfOneLine:
            .question("\(count) tasks are still live. Cancel them?")
        case let count: .question("\(count) tasks are still live. Quit and cancel them?")
        }
    }
}

extension Place {
    /// Yes or no.
    static let confirm = Place("confirm", .question, titled: "question")
}
