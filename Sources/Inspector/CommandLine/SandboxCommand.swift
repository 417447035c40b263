import ClientEngine
import InspectorSandbox

/// `inspector sandbox`: serves until a signal comes.
struct SandboxCommand {
    var port: Int

    func run() -> ExitStatus {
        let signals = Mailbox<[Int32]>()
        let interruptions = SignalHandler { signals.append($0) }
        defer { withExtendedLifetime(interruptions) {} }
        do {
            let server = try SandboxServer.start(port: UInt16(port))
            StandardStream.output.write("http=\(server.url) https=\(server.httpsURL) ca=\(server.caFile)\n")
            let signal = signals.drain().first
            server.stop()
            return ExitStatus(signal: signal)
        } catch {
            StandardStream.complain("the sandbox cannot listen on port \(port): \(error)")
            return .usage
        }
    }
}
