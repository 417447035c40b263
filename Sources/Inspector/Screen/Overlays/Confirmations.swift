import InspectorCanvas
import InspectorValues

// What is asked before it is done, with yes or no.

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
        case 0 where state.tasks.count == 1: .question("1 result is gone when you quit. Quit?")
        case 0: .question("\(state.tasks.count) results are gone when you quit. Quit?")
        case 1: .question("1 task is still live. Quit and cancel it?")
        case let count where state.size.width < Layout.widthOfOneLine:
            .question("\(count) tasks are still live. Cancel them?")
        case let count: .question("\(count) tasks are still live. Quit and cancel them?")
        }
    }
}

/// Asks what becomes of a draft that was closed.
struct DraftConfirmation: Overlay {
    let label: String

    static let places: [Place] = [.draftOffer]
    static let bindings = [
        Binding(.enter, in: [.draftOffer], .pane(.accept), .questions, "resume the draft")
            .inFooter("resume"),
        Binding("n", in: [.draftOffer], .draft(.discard), .questions, "begin an empty draft").inFooter("new"),
    ]

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeAll()
        state.compose.isOpen = true
        return []
    }

    func footer(_ state: State) -> FooterContent { .longQuestion("Resume the draft \(label)?") }
}

/// Asks before something is written, or goes on with what cannot be used yet.
struct Confirmation: Overlay {
    enum Action: Equatable {
        /// Writes files of a pasted text.
        case importing(ImportOffer)
        /// Makes mocks of an archive.
        case mocking(MockOffer)
        /// Goes on editing a mock that cannot be used.
        case editing(MockEdit)
        /// Goes on editing an answer that cannot be used.
        case correcting(AnswerEdit)
        /// Replaces a file by a body.
        case replacing(FileCopy)
    }

    let action: Action

    static let places: [Place] = [.confirm]
    static let bindings = [
        Binding(.enter, in: [.confirm], .pane(.accept), .questions, "yes").inFooter("yes"),
        Binding("y", in: [.confirm], .pane(.accept), .questions, "yes"),
        Binding("n", in: [.confirm], .pane(.back), .questions, "no").inFooter("no"),
    ]

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        switch action {
        case .importing(let offer): return [.saved(.write(offer))]
        case .mocking(let offer): return state.accept(offer)
        case .editing(let edit): return [.edit(.mock(edit))]
        case .correcting(let edit): return [.edit(.answer(edit))]
        case .replacing(var file):
            file.replaces = true
            return [.copy(.toFile(file))]
        }
    }

    func footer(_ state: State) -> FooterContent {
        switch action {
        case .importing(let offer): .longQuestion(offer.question)
        case .mocking(let offer): .longQuestion(offer.question)
        case .editing(let edit): .longQuestion(edit.question)
        case .correcting(let edit): .longQuestion(edit.question)
        case .replacing(let file): .longQuestion("\(file.path) is there already. Replace it?")
        }
    }
}

extension Place {
    /// Yes or no.
    static let confirm = Place("confirm", .question, titled: "question")
    static let draftOffer = Place("draftOffer", .question, titled: "question")
}
