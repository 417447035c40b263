import ClientEngine
import InspectorSandbox

/// `inspector demo`: the screen, on sample requests, against a sandbox in this process.
struct DemoCommand {
    var options: Options

    func run() -> ExitStatus {
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
            let screen = ScreenCommand(options: options)
            var workspace = screen.workspace
            workspace.paths = [folder.path]
            workspace.environment = options.environment ?? DemoFiles.environment
            return screen.open(workspace, with: client, title: "demo")
        } catch {
            StandardStream.complain("the demo cannot start: \(error)")
            return .usage
        }
    }
}
