import ClientEngine
import ClientEngineRecording
import EngineSupport
import FoundationEssentials
import InspectorCanvas
import InspectorCommandLine
import InspectorHistory
import InspectorScreen
import InspectorValues
import InspectorWorkspace

extension App {
    /// Opens the screen that a command asks for; returns when it is left.
    static func open(_ session: ScreenSession) -> ExitStatus {
        var options = App.Options()
        let environment = ProcessEnvironment.variables
        let configuration = session.client.configuration
        options.isASCII = session.isASCII
        options.theme = session.theme
        options.charset = Charset(environment: environment)
        // Any value counts, as https://no-color.org has it, but an empty one.
        options.usesColor = (environment["NO_COLOR"] ?? "").isEmpty
        options.title = session.title
        options.keptBodies = session.keptBodies
        options.configuration = session.configuration
        options.first = session.first
        options.findProblems = session.findProblems
        options.history = session.history
        options.program = session.program
        options.listener = session.listener
        options.holds = session.holds
        options.redaction = session.redaction
        options.archived = session.archived
        options.draft = session.url.map { "GET \($0)\n" }
        options.isInsecure = configuration.connections.tls.verification == .none
        options.timeouts = configuration.timeouts.merged(over: .standard)
        if session.isPlain {
            let status = PlainApp.run(workspace: session.workspace, client: session.client, options: options)
            return ExitStatus(rawValue: status)
        }
        do throws(TerminalError) {
            let status = try run(workspace: session.workspace, client: session.client, options: options)
            return ExitStatus(rawValue: status)
        } catch {
            StandardStream.complain(error.description)
            return .usage
        }
    }

    /// Keeps the tasks of a session as it asks for; says on the screen what is not kept, and when they are kept again.
    static func keep(_ options: Options, _ mailbox: Mailbox<Arrivals>) -> HistoryWriter? {
        let said = Locked<HistoryTrouble?>(nil)
        return options.history.map { session in
            HistoryWriter(session) { report in
                let trouble = report.trouble(in: session.folder)
                let isNew = said.withLock { said in
                    defer { said = trouble }
                    return said != trouble
                }
                if isNew { mailbox.add { $0.messages.append(.history(.keeping(trouble))) } }
            }
        }
    }

    /// Waits until the last tasks are kept, and says behind the screen which are not.
    static func finish(_ history: HistoryWriter?) {
        history?.finishOrComplain()
    }

    /// Looks at the files that were named, and says what is wrong with them; of a disk that does not answer at once, the
    /// screen says so later.
    static func isUsable(_ options: Options, _ disk: DiskQueue, _ mailbox: Mailbox<Arrivals>) -> Bool {
        disk.read("looking at the files that were named") { [find = options.findProblems] in
            .messages(find().map { .notice(.error($0)) })
        }
        guard disk.settle(within: DiskQueue.patience) else { return true }
        let problems = mailbox.drain(withinMilliseconds: 0).errors
        problems.forEach(StandardStream.complain)
        return problems.isEmpty
    }
}

extension App {
    private static let mostLines = 20

    /// Ends the watched program behind the screen, and leaves on the terminal what it has printed last.
    mutating func endProgram() {
        guard let program = options.program else { return }
        program.end()
        for news in mailbox.drain(withinMilliseconds: 0).programNews { state.program?.apply(news) }
        guard let output = state.program?.output else { return }
        let lines = output.lines.suffix(Self.mostLines).flatMap { output.pieces(of: $0, columns: .max) }
        let text = lines.map { DisplayText(untrusted: $0.string).spelled(in: options.charset).string + "\n" }
        _ = StandardStream.output.takes(text.joined())
    }
}
