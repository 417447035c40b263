import ClientEngine
import InspectorCanvas
import InspectorValues
import RequestFormats

// Keys in the form: typing, moving, Enter and Esc.
extension ComposeState {
    /// Gives a key to the form's text field; false when the key is not for one.
    mutating func type(
        _ key: Key, clipboard: inout String, _ notices: inout Notices, _ environments: EnvironmentChoice,
        among files: [SavedFile]
    ) -> Bool {
        guard var draft = shown else { return false }
        // Also a key that is for the form may have taken what a menu had selected.
        defer { self.draft = draft }
        if case .path = draft.question {
            return draft.typePath(key, clipboard: &clipboard, among: files.map(\.name))
        }
        if case .paste(let paste) = key, !paste.isPartial, draft.selection == .url, draft.editor != nil,
            draft.takeCommand(paste.text, &notices)
        {
            return true
        }
        return draft.type(key, clipboard: &clipboard, environments)
    }

    /// Types into the field in a line of the form.
    mutating func type(inLine index: Int, height: Int) {
        guard var draft = shown, draft.question == nil else { return }
        let lines = DraftForm(draft, height: height).lines
        guard lines.indices.contains(index), let field = lines[index].field else { return }
        draft.select(field)
        draft.enterField()
        self.draft = draft
    }

    /// Enter: leaves the field, answers the question, or sends.
    mutating func accept(_ notices: inout Notices, among files: [SavedFile]) -> [Effect] {
        guard var draft else { return [] }
        defer { self.draft = draft }
        if case .path(let field) = draft.question {
            draft.question = nil
            if field.text.isEmpty { return [] }
            let file = files.first { $0.name == field.text }
            let place = file.map { DraftPlace.behind(path: $0.path) } ?? .named(field.text)
            return [.draft(.save(draft.outgoingText, place))]
        }
        if draft.editor != nil {
            draft.leaveField()
            return []
        }
        guard draft.question == nil, !draft.takeCommand(draft.draft.url, &notices) else { return [] }
        return [
            .draft(
                .send(
                    OutgoingDraft(
                        text: draft.text, folder: draft.folder, origin: draft.origin,
                        mock: draft.mocks.chosen, held: draft.held)))
        ]
    }

    /// Esc: leaves the question or the field, dismisses a notice, closes the draft and keeps it.
    mutating func goBack(_ notices: inout Notices) {
        if draft?.question != nil {
            draft?.question = nil
        } else if draft?.editor != nil {
            draft?.leaveField()
        } else if !notices.isEmpty {
            notices.dismissFirst()
        } else {
            isOpen = false
        }
    }

    /// Keeps the form's window over the selection, the values up to date and the text safe from a crash.
    mutating func settle(
        after before: ComposeState, _ mocks: MocksState, height: Int, _ notices: inout Notices
    ) -> [Effect] {
        var effects: [Effect] = []
        if var draft = shown {
            if let before = before.shown { draft.takeTypedCommand(after: before, &notices) }
            draft.mocks.update(mocks.rows, isOn: mocks.isOn, matching: draft.outline)
            let form = DraftForm(draft, height: height)
            draft.top = form.top(showing: draft.selection, from: draft.top, height: height)
            self.draft = draft
            if !before.isOpen || draft.references != before.draft?.references
                || draft.folder != before.draft?.folder
            {
                effects.append(draft.previewEffect)
            }
            if let folder = draft.wantedFolder, folder != before.shown?.wantedFolder {
                effects.append(.draft(.list(folder, of: draft.folder)))
            }
        }
        return effects + keepText()
    }

    /// Writes the text of an open draft away when it has changed, and takes it back when it is safe elsewhere.
    private mutating func keepText() -> [Effect] {
        let text = shown.flatMap { $0.isChanged ? $0.textToKeep : nil }
        guard text != kept else { return [] }
        kept = text
        return [.draft(.keep(text))]
    }
}

extension DraftState {
    /// Moves over the fields of the form, or over the files to save in.
    mutating func move(_ motion: Motion, height: Int, among files: [SavedFile]) {
        if case .path(let field) = question, motion == .up || motion == .down {
            let names = files.map(\.name)
            guard !names.isEmpty else { return }
            let step = motion == .up ? -1 : 1
            let index = names.firstIndex(of: field.text).map { $0 + step } ?? (step > 0 ? 0 : names.count - 1)
            question = .path(TextField(names[(index + names.count) % names.count]))
            return
        }
        guard question == nil else { return }
        let form = DraftForm(self, height: height)
        let wasTyping = editor != nil
        switch motion {
        case .left, .right: choose(by: motion == .left ? -1 : 1)
        default: select(form.field(from: selection, motion, page: max(1, height - 1)))
        }
        if wasTyping { enterField() }
    }

    /// Makes a draft of a command line, or shows the error in it; `false` if the text is not a command line.
    fileprivate mutating func takeCommand(_ line: String, _ notices: inout Notices) -> Bool {
        do throws(CurlCommand.SyntaxError) {
            guard let command = try CurlDraft(line: line) else { return false }
            replace(with: command.draft)
            select(.url)
            for note in command.notes { notices.add(.information(note)) }
        } catch {
            notices.add(.error("The curl line was not taken over: \(error.message)"))
        }
        return true
    }

    /// Takes over a command line that was typed, as soon as its field is left.
    fileprivate mutating func takeTypedCommand(after before: DraftState, _ notices: inout Notices) {
        guard before.selection == .url, before.editor != nil, editor == nil || selection != .url else {
            return
        }
        _ = takeCommand(draft.url, &notices)
    }

    /// Asks what the references in the draft are replaced by.
    var previewEffect: Effect { .draft(.preview(references, text: text, folder: folder)) }

    /// The request as far as it is known before it is sent.
    fileprivate var outline: Request {
        let fill = { (text: String) in
            TemplateText.replacing(in: text) { name in
                values[name]?.text ?? name
            }
        }
        var request = Request(method: HTTPMethod(rawValue: draft.method), url: fill(draft.target))
        for row in draft.headers where row.isOn { request.headers.add(fill(row.name), fill(row.value)) }
        if draft.bodyKind == .json || draft.bodyKind == .text { request.body = .text(fill(draft.text)) }
        return request
    }
}
