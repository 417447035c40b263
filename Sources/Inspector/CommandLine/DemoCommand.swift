import ClientEngine
import EngineJSON
import EngineSupport
import InspectorSandbox

/// `inspector demo`: the screen, on sample requests, against a sandbox in this process.
struct DemoCommand {
    var options: Options

    func run(_ openScreen: (ScreenSession) -> ExitStatus) -> ExitStatus {
        do {
            let server = try SandboxServer.start()
            defer { server.stop() }
            let problems = options.client.certificateProblems
            guard problems.isEmpty else {
                problems.forEach(StandardStream.complain)
                return .usage
            }
            let folder = try TemporaryFolder(DemoFiles.contents(base: server.url, secure: server.httpsURL))
            let client = Client {
                options.client.configure(&$0)
                if options.client.authorities == nil {
                    $0.connections.tls.certificateAuthorities = server.caFile
                }
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

/// `inspector sandbox`: serves until a signal comes.
struct SandboxCommand {
    var port: Int
    var isJSON = false

    func run() -> ExitStatus {
        let signals = Mailbox<[Int32]>()
        let interruptions = SignalHandler { signals.append($0) }
        defer { withExtendedLifetime(interruptions) {} }
        do {
            let server = try SandboxServer.start(port: UInt16(port))
            let line = "http=\(server.url) https=\(server.httpsURL) ca=\(server.caFile)"
            let document: JSONValue = [
                "version": 1, "http": .string(server.url), "https": .string(server.httpsURL),
                "ca": .string(server.caFile),
            ]
            StandardStream.output.write((isJSON ? document.printed() : line) + "\n")
            defer { server.stop() }
            // Nobody can use a server whose addresses nobody was told.
            guard StandardStream.loss == nil, StandardStream.hasReader else { return .success }
            return ExitStatus(signal: signals.drain().first)
        } catch {
            StandardStream.complain("the sandbox cannot listen on port \(port): \(error)")
            return .usage
        }
    }
}
