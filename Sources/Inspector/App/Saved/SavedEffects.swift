import InspectorScreen
import InspectorValues
import InspectorWorkspace

/// Reads, sends and imports saved requests.
struct SavedEffects {
    let workspace: Workspace
    let sender: Sender
    let disk: DiskQueue
    let reader: WorkspaceReader

    func perform(_ effect: SavedEffect) {
        switch effect {
        case .send(let reference, let answers): sender.send(.saved(reference), answers)
        case .preview(let reference): preview(reference)
        case .useEnvironment(let name): sender.use(environment: name)
        case .readPaste(let text): read(paste: text)
        case .write(let offer): write(offer)
        }
    }

    /// Shows a saved request with the values of its references; the tree shows the error of a request that has one.
    private func preview(_ reference: SavedEntry.Reference) {
        disk.read("reading \(reference.file.fileName)", .preview) { [workspace, planner = sender.planner] in
            var draft = try? workspace.draft(of: reference)
            draft?.inherited = planner.inherited(by: reference)
            if let read = draft {
                let names = read.references.union(read.namesInInherited)
                draft?.values = planner.values(of: names, in: read.text, folder: read.folder)
            }
            return .messages([.saved(.preview(draft, of: reference))])
        }
    }

    private func read(paste text: String) {
        disk.read("reading what was pasted") { [workspace] in
            do throws(Workspace.WorkspaceError) {
                return .messages([.saved(.offer(try workspace.offer(for: text)))])
            } catch {
                return .messages([.notice(.confirmation(error.message, hint: error.hint))])
            }
        }
    }

    private func write(_ offer: ImportOffer) {
        disk.write("importing into \(offer.folder)", .question) { [workspace, reader] in
            defer { reader.refresh() }
            return .trying { () throws(Workspace.WorkspaceError) in
                [.saved(.imported(try workspace.write(offer)))]
            }
        }
    }
}

extension DiskQueue.Answer {
    static func trying(_ find: () throws(Workspace.WorkspaceError) -> [Message]) -> Self {
        do throws(Workspace.WorkspaceError) {
            return .messages(try find())
        } catch {
            return .messages([.notice(Notice(error))])
        }
    }
}
