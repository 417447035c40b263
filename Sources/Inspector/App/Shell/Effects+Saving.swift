import InspectorScreen
import InspectorValues
import InspectorWorkspace

// Effects that read and write the files of the workspace: drafts, views, imports.
extension Effects {
    func perform(_ effect: DraftEffect) {
        switch effect {
        case .read(let reference):
            disk.read("reading \(reference.file.fileName)", .question) { [workspace] in
                .trying { () throws(Workspace.WorkspaceError) in
                    [.draft(.read(try workspace.draft(of: reference)))]
                }
            }
        case .send(let draft, let answers): send(.draft(draft), answers)
        case .save(let block, let place):
            disk.write("saving \(place.path.fileName)", .question) { [workspace, reader] in
                .trying { () throws(Workspace.WorkspaceError) in
                    let saving = try workspace.save(block, at: place)
                    reader.refresh()
                    return [.draft(.saving(saving, of: block))]
                }
            }
        case .preview(let names, let text, let folder):
            disk.read("looking up variables", .values) { [planner] in
                .messages([.draft(.values(planner.values(of: names, in: text, folder: folder)))])
            }
        case .list(let folder, let base):
            disk.read("looking into \(folder.isEmpty ? "the folder" : folder)", .listing) { [workspace] in
                let names = workspace.names(in: folder, of: base)
                return .messages([.draft(.listing(PathListing(folder: folder, names: names)))])
            }
        case .keep(let text):
            disk.write("keeping the draft", .draft) { [drafts] in
                do throws(FileError) {
                    try drafts.keep(text)
                    return .messages([])
                } catch {
                    let text = "The draft would not outlive a crash: \(error.description)"
                    return .messages([.notice(.error(text))])
                }
            }
        }
    }

    /// Shows a saved request with what its references stand for; one that cannot be read has its message in the tree.
    func preview(_ reference: SavedEntry.Reference) {
        disk.read("reading \(reference.file.fileName)", .preview) { [workspace, planner] in
            var draft = try? workspace.draft(of: reference)
            if let read = draft {
                draft?.values = planner.values(of: read.references, in: read.text, folder: read.folder)
            }
            return .messages([.preview(draft, of: reference)])
        }
    }

    // MARK: Views

    func keep(_ filters: [Int: String]) {
        disk.write("keeping saved views") { [workspace] in
            do throws(FileError) {
                try workspace.views.keep(filters)
                return .messages([])
            } catch {
                return .messages([
                    .notice(.error("The view lasts until the program ends: \(error.description)"))
                ])
            }
        }
    }

    // MARK: Importing

    func read(paste text: String) {
        disk.read("reading what was pasted") { [workspace] in
            do throws(Workspace.WorkspaceError) {
                return .messages([.offer(try workspace.offer(for: text))])
            } catch {
                return .messages([.notice(.confirmation(error.message, hint: error.hint))])
            }
        }
    }

    func write(_ offer: ImportOffer) {
        disk.write("importing into \(offer.folder)", .question) { [workspace, reader] in
            defer { reader.refresh() }
            return .trying { () throws(Workspace.WorkspaceError) in [.imported(try workspace.write(offer))] }
        }
    }
}

extension DiskQueue.Answer {
    fileprivate static func trying(_ find: () throws(Workspace.WorkspaceError) -> [Message]) -> Self {
        do throws(Workspace.WorkspaceError) {
            return .messages(try find())
        } catch {
            return .messages([.notice(Notice(error))])
        }
    }
}
