import ClientEngine
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorMockServer

/// The screen, on folders and files.
struct ScreenCommand {
    var options: Options
    /// Opens the screen, and returns when it is left.
    var openScreen: (ScreenSession) -> ExitStatus

    func run() -> ExitStatus {
        do throws(RunPlan.Refusal) {
            for path in options.paths where !FileManager.default.fileExists(atPath: path) {
                throw RunPlan.Refusal(lines: [FileError(path, errno: ENOENT).description])
            }
            let problems = options.certificateProblems
            if !problems.isEmpty { throw RunPlan.Refusal(lines: problems) }
            let client = Client { options.configure(&$0) }
            guard let port = options.mockPort else { return open(title: nil, with: client) }
            let server = try stubServer(on: port, for: client)
            defer { server.stop() }
            return open(title: "\(options.workspace.title) · mocks on :\(server.port)", with: client)
        } catch {
            error.lines.forEach(StandardStream.complain)
            return .usage
        }
    }

    private func stubServer(on port: Int, for client: Client) throws(RunPlan.Refusal) -> StubServer {
        do {
            return try options.stubServer(on: port, for: client)
        } catch {
            throw RunPlan.Refusal(lines: ["the mock server cannot start: \(error)"])
        }
    }

    private func open(title: String?, with client: Client) -> ExitStatus {
        openScreen(
            ScreenSession(
                workspace: options.workspace, client: client, options: options, title: title))
    }
}
