import ClientEngine
import InspectorSandbox

/// `inspector demo`: the screen, on sample requests, against a sandbox in this process.
struct DemoCommand {
    var options: Options

    /// Opens the screen with the closure, which returns when it is left.
    func run(_ openScreen: (ScreenSession) -> ExitStatus) -> ExitStatus {
        do {
            let server = try SandboxServer.start()
            defer { server.stop() }
            let problems = options.certificateProblems
            guard problems.isEmpty else {
                problems.forEach(StandardStream.complain)
                return .usage
            }
            let folder = try DemoFolder(base: server.url, secure: server.httpsURL)
            let client = Client {
                options.configure(&$0)
                if options.authorities == nil { $0.connections.tls.certificateAuthorities = server.caFile }
            }
            var workspace = options.workspace
            workspace.paths = [folder.path]
            workspace.environment = options.environment ?? DemoFiles.environment
            return openScreen(options.session(with: client, on: workspace, title: "demo"))
        } catch {
            StandardStream.complain("the demo cannot start: \(error)")
            return .usage
        }
    }
}
