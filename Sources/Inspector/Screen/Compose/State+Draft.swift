import ClientEngine
import InspectorCanvas
import InspectorValues
import RequestFormats

extension State {
    // MARK: Keys

    /// Gives a key to the draft's text field; false when the key is not for one.
    mutating func typeInDraft(_ key: Key) -> Bool {
        guard overlays.isEmpty, var draft = compose.shown else { return false }
        if case .path = draft.question {
            let names = saved.files.map(\.name)
            guard draft.typePath(key, clipboard: &clipboard, among: names) else { return false }
        } else if case .paste(let paste) = key, !paste.isPartial, draft.selection == .url, draft.editor != nil
        {
            return pasteURL(paste)
        } else {
            // Also a key that is for the form may have taken what a menu had selected.
            defer { compose.draft = draft }
            return draft.type(key, clipboard: &clipboard, environments)
        }
        compose.draft = draft
        return true
    }

    /// Takes over a whole command line; anything else is typed.
    private mutating func pasteURL(_ paste: Key.Paste) -> Bool {
        if takeCommand(paste.text) { return true }
        guard var draft = compose.draft else { return false }
        let isTyped = draft.type(.paste(paste), clipboard: &clipboard, environments)
        compose.draft = draft
        return isTyped
    }

    /// Makes a draft of a command line, or tells what is wrong with it; false when it is none.
    private mutating func takeCommand(_ line: String) -> Bool {
        guard var draft = compose.draft else { return false }
        do throws(CurlCommand.SyntaxError) {
            guard let command = try CurlDraft(line: line) else { return false }
            draft.replace(with: command.draft)
            draft.select(.url)
            notices += command.notes.map { .information($0) }
            compose.draft = draft
        } catch {
            let notice = Notice.error("The curl line was not taken over: \(error.message)")
            if !notices.contains(notice) { notices.append(notice) }
        }
        return true
    }

    /// Takes over a command line that was typed, as soon as its field is left.
    private mutating func takeTypedCommand(before: DraftState?) {
        guard let before, before.selection == .url, before.editor != nil, let draft = compose.draft,
            draft.editor == nil || draft.selection != .url
        else { return }
        _ = takeCommand(draft.draft.url)
    }

    mutating func moveInDraft(_ motion: Motion) {
        if case .path = compose.draft?.question, motion == .up || motion == .down {
            return choosePath(by: motion == .up ? -1 : 1)
        }
        guard var draft = compose.draft, draft.question == nil else { return }
        let form = DraftForm(draft, height: draftHeight)
        let wasTyping = draft.editor != nil
        switch motion {
        case .left, .right: draft.choose(by: motion == .left ? -1 : 1)
        default: draft.select(form.field(from: draft.selection, motion, page: max(1, draftHeight - 1)))
        }
        if wasTyping { draft.enterField() }
        compose.draft = draft
    }

    /// The lines of the form that fit.
    var draftHeight: Int { max(0, Layout(self).middle.height - 1) }

    mutating func perform(_ verb: DraftVerb) -> [Effect] {
        guard var draft = compose.draft else { return [] }
        switch verb {
        case .next, .previous:
            draft.step(by: verb == .next ? 1 : -1)
            draft.enterField()
        case .edit: draft.enterField()
        case .toggle: draft.toggleRow()
        case .delete: draft.deleteRow()
        case .reveal: draft.showsSecrets.toggle()
        case .save, .saveReferences, .saveWithoutSecrets: return saveDraft(verb)
        case .overwrite, .append, .takeTheirs, .difference: return settleConflict(verb)
        case .discard:
            openEmptyDraft()
            return []
        }
        compose.draft = draft
        return []
    }

    /// Enter: leaves the field, answers the question, or sends.
    mutating func acceptInDraft() -> [Effect] {
        guard var draft = compose.draft else { return [] }
        if case .path(let field) = draft.question {
            draft.question = nil
            compose.draft = draft
            return field.text.isEmpty ? [] : [.draft(.save(draft.outgoingText, place(named: field.text)))]
        }
        if draft.editor != nil {
            draft.leaveField()
            compose.draft = draft
            return []
        }
        guard draft.question == nil, !takeCommand(draft.draft.url) else { return [] }
        return [
            .draft(
                .send(
                    OutgoingDraft(
                        text: draft.text, folder: draft.folder, origin: draft.origin,
                        mock: draft.mocks.chosen, held: draft.held)))
        ]
    }

    /// Esc: leaves the question or the field, dismisses a notice, closes the draft and keeps it.
    mutating func goBackInDraft() {
        guard var draft = compose.draft else { return }
        if draft.question != nil {
            draft.question = nil
        } else if draft.editor != nil {
            draft.leaveField()
        } else if !notices.isEmpty {
            notices.removeFirst()
        } else {
            compose.isOpen = false
        }
        compose.draft = draft
    }

    // MARK: Answers

    mutating func receive(_ message: DraftMessage) {
        switch message {
        case .read(let draft): openCopy(draft)
        case .edited(let text): replaceText(text)
        case .started(let task, let outgoing): compose.keep(outgoing, as: task)
        case .sent:
            compose.closeSent()
            focus = .tasks
            list.isFollowing = true
        case .saving(let saving, let block): apply(saving, of: block)
        case .values(let values): compose.draft?.values = values
        case .listing(let listing): compose.draft?.offer(listing, environments)
        case .earlier(let text):
            guard Draft(reading: text) != nil else { return }
            compose.earlier = text
            notices.append(.earlierDraft)
        }
    }

    private mutating func replaceText(_ text: String) {
        guard let draft = Draft(reading: text) else {
            notices.append(.error("Nothing changed: there is no request in the edited text."))
            return
        }
        compose.draft?.replace(with: draft)
    }

    /// Keeps the form's window over the selection, the values up to date and the text safe from a crash.
    mutating func settleDraft(before: ComposeState, _ mocksBefore: MocksState) -> [Effect] {
        guard compose != before || mocks != mocksBefore else { return [] }
        var effects: [Effect] = []
        if compose.isOpen { takeTypedCommand(before: before.shown) }
        if var draft = compose.shown {
            draft.mocks.update(mocks.rows, isOn: mocks.isOn, matching: draft.outline)
            let form = DraftForm(draft, height: draftHeight)
            draft.top = form.top(showing: draft.selection, from: draft.top, height: draftHeight)
            compose.draft = draft
            if !before.isOpen || draft.references != before.draft?.references
                || draft.folder != before.draft?.folder
            {
                effects.append(previewDraft(draft))
            }
            if let folder = draft.wantedFolder, folder != before.shown?.wantedFolder {
                effects.append(.draft(.list(folder, of: draft.folder)))
            }
        }
        return effects + keepDraft()
    }

    func previewDraft(_ draft: DraftState) -> Effect {
        .draft(.preview(draft.references, text: draft.text, folder: draft.folder))
    }

    /// Writes the text of an open draft away when it has changed, and takes it back when it is safe elsewhere.
    private mutating func keepDraft() -> [Effect] {
        let text = compose.shown.flatMap { $0.isChanged ? $0.textToKeep : nil }
        guard text != compose.kept else { return [] }
        compose.kept = text
        return [.draft(.keep(text))]
    }
}

extension Notice {
    static let earlierDraft = Notice.information("n: a draft from an earlier run")
    static let secretsNotKept = Notice.information("Secrets are not kept in files: type them again.")
}
