import InspectorScreen
import InspectorValues
import InspectorWorkspace

/// Reads, sends and saves drafts, and keeps one where a crash does not reach it.
struct DraftEffects {
    let workspace: Workspace
    let sender: Sender
    let disk: DiskQueue
    let reader: WorkspaceReader
    let store: DraftStore

    func perform(_ effect: DraftEffect) {
        switch effect {
        case .read(let reference):
            disk.read("reading \(reference.file.fileName)", .question) {
                [workspace, planner = sender.planner] in
                .trying { () throws(Workspace.WorkspaceError) in
                    var draft = try workspace.draft(of: reference)
                    draft.inherited = planner.inherited(by: reference)
                    return [.draft(.read(draft))]
                }
            }
        case .send(let draft, let answers): sender.send(.draft(draft), answers)
        case .save(let block, let place):
            disk.write("saving \(place.path.fileName)", .question) { [workspace, reader] in
                .trying { () throws(Workspace.WorkspaceError) in
                    let saving = try workspace.save(block, at: place)
                    reader.refresh()
                    return [.draft(.saving(saving, of: block))]
                }
            }
        case .preview(let names, let text, let folder):
            disk.read("looking up variables", .values) { [planner = sender.planner] in
                .messages([.draft(.values(planner.values(of: names, in: text, folder: folder)))])
            }
        case .list(let folder, let base):
            disk.read("looking into \(folder.isEmpty ? "the folder" : folder)", .listing) { [workspace] in
                let names = workspace.names(in: folder, of: base)
                return .messages([.draft(.listing(PathListing(folder: folder, names: names)))])
            }
        case .keep(let text):
            disk.write("keeping the draft", .draft) { [store] in
                do throws(FileError) {
                    try store.keep(text)
                    return .messages([])
                } catch {
                    let text = "The draft would not outlive a crash: \(error.description)"
                    return .messages([.notice(.error(text))])
                }
            }
        }
    }
}
