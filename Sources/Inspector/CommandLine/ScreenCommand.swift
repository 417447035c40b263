import ClientEngine
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorMockServer
import InspectorValues
import InspectorWorkspace

struct ScreenCommand {
    var options: Options

    func run(_ openScreen: (ScreenSession) -> ExitStatus) -> ExitStatus {
        do throws(RunPlan.PlanError) {
            for path in options.paths where !FileManager.default.fileExists(atPath: path) {
                throw RunPlan.PlanError(lines: [FileError(path, errno: ENOENT).description])
            }
            let problems = options.client.certificateProblems
            if !problems.isEmpty { throw RunPlan.PlanError(lines: problems) }
            let client = Client { options.client.configure(&$0) }
            guard let port = options.server.screenPort else {
                return openScreen(options.session(with: client, title: nil))
            }
            let server = try stubServer(on: port, for: client)
            defer { server.stop() }
            let title = "\(options.workspace.title) · mocks on :\(server.port)"
            return openScreen(options.session(with: client, title: title))
        } catch {
            error.lines.forEach(StandardStream.complain)
            return .usage
        }
    }

    private func stubServer(on port: Int, for client: Client) throws(RunPlan.PlanError) -> StubServer {
        do {
            return try options.stubServer(on: port, for: client)
        } catch {
            throw RunPlan.PlanError(lines: ["the mock server cannot start: \(error)"])
        }
    }
}

/// What a command opens the screen with.
package struct ScreenSession {
    package var workspace: Workspace
    package var client: Client
    package var isASCII = false
    package var theme = ThemeName.terminal
    /// The number of bytes of bodies that it keeps; nil is the usual limit.
    package var keptBodies: Int?
    /// What the first line calls the workspace; nil is the folder's name.
    package var title: String?
    package var first: OutgoingRequest?
}
