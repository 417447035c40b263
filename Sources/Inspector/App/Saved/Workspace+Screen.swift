import InspectorScreen
import InspectorValues
import InspectorWorkspace

// What the workspace says, as the screen has it.
extension Workspace {
    func draft(of reference: SavedEntry.Reference) throws(WorkspaceError) -> DraftState {
        let block = try block(of: reference)
        guard let draft = Draft(reading: block.text) else { throw WorkspaceError(gone: reference) }
        var state = DraftState(draft)
        state.origin = block.origin
        state.folder = RequestPaths.folder(of: block.origin.path)
        state.definitions = block.definitions
        return state
    }

    /// Returns the offer to import a pasted text, with the files that it would make; nothing is written.
    func offer(for text: String) throws(WorkspaceError) -> ImportOffer {
        let taken = definedNames
        return try Result { () throws(PastedText.ImportError) in
            placed(try PastedText(text, besides: taken).offer(besides: taken))
        }.mapError { WorkspaceError(message: $0.message, hint: $0.hint) }.get()
    }
}

extension Message {
    init(_ change: WorkspaceChange) {
        switch change {
        case .files(let files, let environments): self = .saved(.workspace(files, environments))
        case .read(let files): self = .saved(.files(files))
        case .environments(let choice): self = .saved(.environments(choice))
        case .failure(let failure): self = .notice(Notice(failure))
        case .isPartlyWatched:
            self = .notice(
                .information(
                    "Not all folders can be watched: E on a file reads it again (fs.inotify.max_user_watches)."
                ))
        }
    }
}

extension Notice {
    init(_ failure: Workspace.WorkspaceError) {
        self = .error(failure.message, hint: failure.hint)
    }
}

extension DraftPlace {
    /// The file, as people know it.
    var path: String {
        switch self {
        case .into(let origin): origin.path
        case .over(let path, _), .behind(let path), .named(let path): path
        }
    }
}
