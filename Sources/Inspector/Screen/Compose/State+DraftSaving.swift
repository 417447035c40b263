import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorValues
import RequestFormats

extension State {
    /// Saves the draft; first asks about what should not stand in a file, then for a path where there is none.
    mutating func saveDraft(_ verb: DraftVerb) -> [Effect] {
        guard var draft = compose.draft else { return [] }
        defer { compose.draft = draft }
        draft.question = nil
        switch verb {
        case .save:
            draft.prepare()
            var seen: Set<String> = []
            let names = draft.newSecrets.map(\.name).filter { seen.insert($0).inserted }
            guard names.isEmpty else {
                draft.question = .secrets(names)
                return []
            }
        case .saveReferences:
            let defined = draft.definedNames.union(environments.variableNames)
            draft.prepare(
                draft.draft.request.referringToSecrets(except: draft.secretsInFile, besides: defined))
        case .saveWithoutSecrets:
            draft.prepare(draft.draft.request.leavingOutSecrets(except: draft.secretsInFile))
        default: return []
        }
        if let origin = draft.origin { return [.draft(.save(draft.outgoingText, .into(origin)))] }
        var field = TextField("scratch.http")
        // Who wants another name types it.
        field.selectAll()
        draft.question = .path(field)
        return []
    }

    /// Does what was answered about a request that somebody else has changed in its file.
    mutating func settleConflict(_ verb: DraftVerb) -> [Effect] {
        guard var draft = compose.draft, case .conflict(let conflict) = draft.question,
            let origin = draft.origin
        else { return [] }
        if verb == .difference {
            overlays.add(ReportOverlay(draft.difference(from: conflict)))
            return []
        }
        let text = draft.outgoingText
        draft.question = nil
        compose.draft = draft
        switch (verb, conflict.theirs) {
        case (.overwrite, let theirs?):
            return [.draft(.save(text, .over(path: origin.path, number: theirs.number)))]
        case (.takeTheirs, let theirs?):
            return [.draft(.read(.init(file: origin.path, number: theirs.number, line: 0)))]
        case (.takeTheirs, nil):
            compose.isOpen = false
            return []
        default: return [.draft(.save(text, .behind(path: origin.path)))]
        }
    }

    /// Goes to the file before or behind the one that is named, of those that there are.
    mutating func choosePath(by step: Int) {
        guard var draft = compose.draft, case .path(let field) = draft.question, !saved.files.isEmpty else {
            return
        }
        let names = saved.files.map(\.name)
        let index = names.firstIndex(of: field.text).map { $0 + step } ?? (step > 0 ? 0 : names.count - 1)
        draft.question = .path(TextField(names[(index + names.count) % names.count]))
        compose.draft = draft
    }

    /// The file of the tree that has a name, or else a file of that name.
    func place(named name: String) -> DraftPlace {
        saved.files.first { $0.name == name }.map { .behind(path: $0.path) } ?? .named(name)
    }

    /// Makes a draft of the selected task and saves it.
    mutating func saveTask() -> [Effect] {
        let effects = editCopy()
        guard compose.isOpen else { return effects }
        return effects + saveDraft(.save)
    }

    /// Takes in what came of saving a block; with a slow disk it can be that of another draft.
    mutating func apply(_ saving: DraftSaving, of block: String?) {
        let isOther = block != nil && block != compose.draft?.outgoingText
        switch saving {
        case .saved(let origin), .merged(let origin):
            if isOther { return notices.append(.confirmation("Saved in \(origin.path.plainPath).")) }
            markSaved(as: origin, isMerged: saving == .merged(origin))
        case .conflict(let conflict):
            if isOther { return notices.append(.error("Not saved: \(conflict.question)")) }
            compose.draft?.question = .conflict(conflict)
        }
    }

    /// Tells where the draft is now, and what of it is not there.
    private mutating func markSaved(as origin: DraftOrigin, isMerged: Bool) {
        guard var draft = compose.draft else { return }
        draft.markStored(as: origin)
        draft.folder = RequestPaths.folder(of: origin.path)
        compose.draft = draft
        let names = draft.namesOfSavedSecrets
        let rest = isMerged ? ", among what was changed there meanwhile" : ""
        var notice = Notice.confirmation("Saved in \(origin.path.plainPath)\(rest).")
        if !names.isEmpty {
            let list = names.map { "{{\($0)}}" }.joined(separator: ", ")
            notice.kind = .information
            notice.hint = "Define \(list) in http-client.private.env.json. The draft keeps what was typed."
        } else if draft.outgoing != draft.draft.request {
            notice.hint = "Its secrets were left out. The draft keeps what was typed."
        }
        notices.insert(notice, at: 0)
    }
}

extension DraftState {
    /// The request as far as it is known before it is sent.
    var outline: Request {
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
