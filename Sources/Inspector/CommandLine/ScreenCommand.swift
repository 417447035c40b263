import ClientEngine
import ClientEngineRecording
import InspectorCanvas
import InspectorGateway
import InspectorHistory
import InspectorValues
import InspectorWorkspace
import RequestFormats

struct ScreenCommand {
    var options: Options
    /// Where the tasks are kept; nil keeps none.
    var history: HistoryFolder?

    func run(_ openScreen: (ScreenSession) -> ExitStatus) -> ExitStatus {
        do throws(RunPlan.PlanError) {
            let client = Client { options.client.configure(&$0) }
            if let archive = options.paths.first, archive.lowercased().hasSuffix(".har") {
                return try open(archive: archive, with: client, openScreen)
            }
            var session = options.session(with: client, title: nil)
            session.history = kept
            session.findProblems = { [options] in options.pathProblems + options.client.certificateProblems }
            guard let port = options.server.screenPort else { return openScreen(session) }
            let holds = HoldController(client.configuration.time)
            let server = try gateway(on: port, for: client, holding: holds)
            session.holds = holds
            defer { server.stop() }
            session.title = "\(options.workspace.title) · mocks on :\(server.port)"
            return openScreen(session)
        } catch {
            error.lines.forEach(StandardStream.complain)
            return .usage
        }
    }

    /// Opens an archive: its tasks as they were, and its requests in a folder that is gone when the screen is left.
    private func open(
        archive path: String, with client: Client, _ openScreen: (ScreenSession) -> ExitStatus
    ) throws(RunPlan.PlanError) -> ExitStatus {
        guard options.paths.count == 1, options.server.screenPort == nil else {
            throw RunPlan.PlanError(lines: ["\(path): an archive is opened on its own"])
        }
        do throws(FileError) {
            let command = ImportCommand(format: .har, input: path)
            let tasks = try command.archivedTasks()
            let output = try command.output()
            output.warnings.forEach { StandardStream.complain("\($0.place): \($0.text)") }
            guard !output.files.isEmpty else { throw FileError(path, "holds no request") }
            let folder = try TemporaryFolder(output.files.map { ($0.path, $0.text) })
            var workspace = options.workspace
            workspace.paths = [folder.path]
            client.skipTaskNumbers(tasks.count)
            var session = options.session(with: client, on: workspace, title: path)
            session.archived = tasks
            session.findProblems = { [options] in options.client.certificateProblems }
            session.history = kept
            return openScreen(session)
        } catch {
            throw RunPlan.PlanError(lines: [error.description])
        }
    }

    private var kept: HistorySession? { history.flatMap { options.historySession(of: .screen, in: $0) } }

    private func gateway(
        on port: Int, for client: Client, holding holds: HoldController
    ) throws(RunPlan.PlanError) -> Gateway {
        do {
            return try options.gateway(
                on: port, for: client, to: options.server.upstream, keepingBodies: true, holding: holds)
        } catch {
            throw RunPlan.PlanError(lines: ["the mock server cannot start: \(error)"])
        }
    }
}

/// The screen that a command opens.
package struct ScreenSession {
    package var workspace: Workspace
    package var client: Client
    package var isASCII = false
    /// The look that a flag asks for; it wins over the configuration file.
    package var theme: ThemeName?
    /// The number of bytes of bodies that it keeps; nil is the usual limit.
    package var keptBodies: Int?
    /// The name of the workspace in the first line; nil is the folder's.
    package var title: String?
    package var first: OutgoingRequest?
    /// Finds what is wrong with the files that were named, one line each; waits for the disk.
    package var findProblems: @Sendable () -> [String] = { [] }
    /// The URL that a draft is opened with.
    package var url: String?
    /// Indicates whether lines are printed instead of a screen.
    package var isPlain = false
    /// The content of the configuration file at the start.
    package var configuration = ConfigFile.Reading()
    /// The settings of the history; nil keeps no task.
    package var history: HistorySession?
    /// The program whose requests it shows; nil where there is none.
    package var program: WatchedProgram?
    /// Hears of programs that are attached; nil where there are none.
    package var listener: AttachListener?
    /// Holds messages of other programs where somebody wants to look at them; nil where none come through here.
    package var holds: HoldController?
    /// Hides secrets in what is exported.
    package var redaction = Redaction()
    /// The tasks of an archive that was opened.
    package var archived: HARTasks?
}
