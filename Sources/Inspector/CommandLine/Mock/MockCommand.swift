import ClientEngine
import EngineJSON
import InspectorGateway

/// `inspector mock`: serves mocks to other programs until a signal comes.
struct MockCommand {
    var options: Options

    func run() -> ExitStatus {
        let problems = ServingLoop.problems(of: options)
        guard problems.isEmpty else {
            problems.forEach(StandardStream.complain)
            return .usage
        }
        let loop = ServingLoop(options) { StandardStream.output.write($0) }
        do {
            return try loop.run { start in
                let output = ServedLines.output(
                    for: .output, isJSON: options.isJSON, since: start, write: loop.write)
                return ServedTasks(output, backlog: loop.backlog)
            } starting: { loop in
                let server = try options.gateway(
                    on: options.server.port, for: loop.client, to: options.server.upstream,
                    backlog: loop.backlog,
                    keepingBodies: false, namingPrograms: false)
                loop.write(firstLine(for: server) + "\n")
                return (server.stop, nil)
            }
        } catch {
            StandardStream.complain("the mock server cannot start: \(error)")
            return .usage
        }
    }

    private func firstLine(for server: Gateway) -> String {
        let started: JSONValue = [
            "event": "server.started", "version": JSONValue(JSONLines.version), "http": .string(server.url),
        ]
        return options.isJSON ? started.printed() : "http=\(server.url)"
    }
}
