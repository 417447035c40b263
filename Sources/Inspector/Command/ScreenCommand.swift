import ClientEngine
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorMockServer

/// The screen, on folders and files.
struct ScreenCommand {
    var options: Options

    func run() -> ExitStatus {
        do throws(RunPlan.Refusal) {
            for path in options.paths where !FileManager.default.fileExists(atPath: path) {
                throw RunPlan.Refusal(lines: [FileError(path, errno: ENOENT).description])
            }
            let problems = options.certificateProblems
            if !problems.isEmpty { throw RunPlan.Refusal(lines: problems) }
            let client = Client { options.configure(&$0) }
            guard let port = options.mockPort else { return open(workspace, with: client, title: nil) }
            let server = try stubServer(on: port, for: client)
            defer { server.stop() }
            return open(workspace, with: client, title: "\(workspace.title) · mocks on :\(server.port)")
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

    /// Opens the screen, with a request sent where one is given; returns when it is left.
    func open(
        _ workspace: Workspace, with client: Client, title: String?, sending first: PreparedRequest? = nil
    ) -> ExitStatus {
        var appearance = App.Options()
        let environment = ProcessInfo.processInfo.environment
        appearance.isASCII = options.isASCII
        appearance.charset = Charset(environment: environment)
        // Any value counts, as https://no-color.org has it, but an empty one.
        appearance.usesColor = (environment["NO_COLOR"] ?? "").isEmpty
        appearance.title = title
        appearance.keptBodies = options.keptBodies
        appearance.first = first
        appearance.isInsecure = client.configuration.connections.tls.verification == .none
        appearance.timeouts = client.configuration.timeouts.merged(over: .standard)
        do throws(TerminalError) {
            let status = try App.run(workspace: workspace, client: client, options: appearance)
            return ExitStatus(rawValue: status) ?? .failure
        } catch {
            StandardStream.complain(error.description)
            return .usage
        }
    }

    /// The workspace that the options describe.
    var workspace: Workspace {
        Workspace(
            paths: options.paths.isEmpty ? ["."] : options.paths, environment: options.environment,
            overrides: options.overrides, timeout: options.timeout, mocksFolder: options.mocks,
            fillsInAll: options.fillsInAll,
            isStrict: options.isStrict, trust: Trust(options))
    }
}
