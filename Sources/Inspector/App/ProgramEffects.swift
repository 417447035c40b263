import EngineSupport
import InspectorCommandLine
import InspectorScreen

/// Starts and steers the program that is watched, and accepts programs that attach themselves.
struct ProgramEffects {
    /// Nil where no program is watched.
    let program: WatchedProgram?
    /// Accepts programs that attach themselves; nil where none may.
    let listener: AttachListener?
    let disk: DiskQueue
    let mailbox: Mailbox<Arrivals>

    /// Begins once the mocks are there that first requests may be for.
    func begin() {
        startListener()
        startProgram()
    }

    func perform(_ effect: ProgramEffect) {
        switch effect {
        case .resize(let columns, let lines): program?.resize(columns: columns, lines: lines)
        case .end: program?.terminate()
        }
    }

    private func startListener() {
        guard let listener else { return }
        disk.read("listening for programs") { [mailbox] in
            listener.start { news in
                let notice = news.isProblem ? Notice.error(news.text) : .confirmation(news.text)
                mailbox.add { $0.messages.append(.notice(notice)) }
            }
            return .messages([])
        }
    }

    private func startProgram() {
        guard let program else { return }
        disk.read("starting \(program.command.first ?? "")") { [mailbox] in
            program.start { news in mailbox.add { $0.append(news) } }
            return .messages([])
        }
    }
}
