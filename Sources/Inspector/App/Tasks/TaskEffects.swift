import ClientEngine
import InspectorScreen
import InspectorWorkspace

/// Steers tasks, looks for texts in them, and keeps saved views of their list.
struct TaskEffects {
    let client: Client
    let sender: Sender
    /// Its store of views is made where it is used: that looks at the disk.
    let workspace: Workspace
    let disk: DiskQueue
    let searches: TextSearches

    func perform(_ effect: TaskEffect) -> [Message] {
        switch effect {
        case .resend(let request, let id): return sender.resend(request, of: id)
        // By number, because a program that asks us has started tasks, too.
        case .cancel(let id): client.perform(.cancel, on: id)
        case .retryNow(let id): client.perform(.retryNow, on: id)
        case .giveUp(let id): client.perform(.giveUp, on: id)
        case .search(let search): searches.start(search)
        case .keepViews(let filters): keep(filters)
        }
        return []
    }

    func readViews() {
        disk.read("reading saved views") { [workspace] in
            .messages([.task(.views(workspace.views.read()))])
        }
    }

    private func keep(_ filters: [Int: String]) {
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
}
