import Canvas
import ClientEngine

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
        case .saveReferences: draft.prepare(draft.draft.referringToSecrets(except: draft.secretsInFile))
        case .saveWithoutSecrets: draft.prepare(draft.draft.leavingOutSecrets(except: draft.secretsInFile))
        default: return writeOver(draft, verb)
        }
        if let origin = draft.origin { return [.saveDraft(draft.outgoing.block, .into(origin))] }
        draft.question = .path(TextField("scratch.http"))
        return []
    }

    /// Saves into a file that has changed since it was read.
    private func writeOver(_ draft: DraftState, _ verb: DraftVerb) -> [Effect] {
        guard let origin = draft.origin else { return [] }
        let place: DraftPlace =
            verb == .overwrite
            ? .over(path: origin.path, number: origin.number) : .behind(path: origin.path)
        return [.saveDraft(draft.outgoing.block, place)]
    }

    /// Tells where the draft is now, and what of it is not there.
    mutating func markSaved(as origin: DraftOrigin) {
        guard var draft = compose.draft else { return }
        draft.markStored(as: origin)
        draft.folder = RequestPaths.folder(of: origin.path)
        compose.draft = draft
        let names = draft.namesOfSavedSecrets
        var notice = Notice.information("Saved in \(origin.path).")
        if !names.isEmpty {
            let list = names.map { "{{\($0)}}" }.joined(separator: ", ")
            notice.hint = "Define \(list) in http-client.private.env.json. The draft keeps what was typed."
        } else if draft.outgoing != draft.draft {
            notice.hint = "Its secrets were left out. The draft keeps what was typed."
        }
        notices.append(notice)
    }
}

extension DraftState {
    /// The request as far as it is known before it is sent.
    var outline: Request {
        let fill = { (text: String) in
            References.replacing(in: text) { name in
                if case .text(let value) = values[name] { value } else { name }
            }
        }
        var request = Request(method: Method(rawValue: draft.method), url: fill(draft.target))
        for row in draft.headers where row.isOn { request.headers.add(fill(row.name), fill(row.value)) }
        if draft.bodyKind == .json || draft.bodyKind == .text { request.body = .text(fill(draft.text)) }
        return request
    }
}
