import InspectorCanvas
import InspectorValues

// What is asked before it is done, with yes or no.

/// Asks before the program is quit while tasks are live, or with results, which no file keeps.
struct QuitConfirmation: Overlay {
    var place: Place { .confirm }
    var coversPanes: Bool { false }

    func accept(in state: inout State) -> [Effect] { [.quit] }

    func footer(_ state: State) -> FooterContent {
        switch state.tasks.live.count {
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

    var place: Place { .draftOffer }
    var coversPanes: Bool { false }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeAll()
        state.compose.isOpen = true
        return []
    }

    func footer(_ state: State) -> FooterContent { .question("Resume the draft \(untrusted: label)?") }
}

/// Asks before a pasted text is written into files.
struct ImportConfirmation: Overlay {
    let offer: ImportOffer

    var place: Place { .confirm }
    var coversPanes: Bool { false }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        return [.importOffer(offer)]
    }

    func footer(_ state: State) -> FooterContent { .longQuestion(offer.question) }
}

/// Asks whether to go on editing a mock that cannot be used.
struct MockEditConfirmation: Overlay {
    let edit: MockEdit

    var place: Place { .confirm }
    var coversPanes: Bool { false }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        return [.edit(.mock(edit))]
    }

    func footer(_ state: State) -> FooterContent { .longQuestion(edit.question) }
}

/// Asks before mocks are made of an archive.
struct ArchiveConfirmation: Overlay {
    let offer: MockOffer

    var place: Place { .confirm }
    var coversPanes: Bool { false }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        return state.accept(offer)
    }

    func footer(_ state: State) -> FooterContent { .longQuestion(offer.question) }
}
