import InspectorCanvas
import InspectorValues

extension DraftState {
    /// Saves the draft, after questions about secrets that do not belong in a file, and for a path if the draft has none.
    mutating func save(_ verb: DraftVerb, _ environments: EnvironmentChoice) -> [Effect] {
        question = nil
        switch verb {
        case .save:
            prepare()
            var seen: Set<String> = []
            let names = newSecrets.map(\.name).filter { seen.insert($0).inserted }
            guard names.isEmpty else {
                question = .secrets(names)
                return []
            }
        case .saveReferences:
            let defined = definedNames.union(environments.variableNames)
            prepare(draft.request.referringToSecrets(except: secretsInFile, besides: defined))
        case .saveWithoutSecrets: prepare(draft.request.leavingOutSecrets(except: secretsInFile))
        default: return []
        }
        if let origin { return [.draft(.save(outgoingText, .into(origin)))] }
        var field = TextField("scratch.http")
        // Who wants another name types it.
        field.selectAll()
        question = .path(field)
        return []
    }

    /// The difference from the request in the file, which changed after the draft was opened; `nil` without one.
    var differenceFromTheirs: Report? {
        guard case .conflict(let conflict) = question, origin != nil else { return nil }
        return difference(from: conflict)
    }
}

extension ComposeState {
    /// Carries out the answer about a request that changed in its file.
    mutating func settleConflict(_ verb: DraftVerb) -> [Effect] {
        guard let draft, case .conflict(let conflict) = draft.question, let path = draft.origin?.path
        else { return [] }
        self.draft?.question = nil
        switch (verb, conflict.theirs) {
        case (.overwrite, let theirs?):
            return [.draft(.save(draft.outgoingText, .over(path: path, number: theirs.number)))]
        case (.takeTheirs, let theirs?):
            return [.draft(.read(.init(file: path, number: theirs.number, line: 0)))]
        case (.takeTheirs, nil):
            isOpen = false
            return []
        default: return [.draft(.save(draft.outgoingText, .behind(path: path)))]
        }
    }

    /// Takes in what came of saving a block; with a slow disk it can be that of another draft.
    mutating func receive(_ saving: DraftSaving, of block: String?, _ notices: inout Notices) {
        let isOther = block != nil && block != draft?.outgoingText
        switch saving {
        case .saved(let origin), .merged(let origin):
            if isOther { return notices.add(.confirmation("Saved in \(origin.path.plainPath).")) }
            draft?.markStored(as: origin)
            draft?.folder = RequestPaths.folder(of: origin.path)
            if let draft { notices.show(draft.confirmation(of: saving, in: origin)) }
        case .conflict(let conflict):
            if isOther { return notices.add(.error("Not saved: \(conflict.question)")) }
            draft?.question = .conflict(conflict)
        }
    }
}

extension DraftState {
    /// Says where the draft is now, and what of it is not there.
    fileprivate func confirmation(of saving: DraftSaving, in origin: DraftOrigin) -> Notice {
        let names = namesOfSavedSecrets
        let rest = saving == .merged(origin) ? ", among what was changed there meanwhile" : ""
        var notice = Notice.confirmation("Saved in \(origin.path.plainPath)\(rest).")
        if !names.isEmpty {
            let list = names.map { "{{\($0)}}" }.joined(separator: ", ")
            notice.kind = .information
            notice.hint = "Define \(list) in http-client.private.env.json. The draft keeps what was typed."
        } else if outgoing != draft.request {
            notice.hint = "Its secrets were left out. The draft keeps what was typed."
        }
        return notice
    }
}
