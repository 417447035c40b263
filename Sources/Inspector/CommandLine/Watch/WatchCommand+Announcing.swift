import ClientEngine
import EngineJSON
import InspectorCanvas

// The first lines of `inspector watch` and `inspector attach`: which servers, mocks and hosts apply to the program.
extension WatchCommand {
    /// Prints the variables that the program gets, the certificates, and the mocks that answer before servers are asked.
    func announce(_ watched: [WatchedServer], _ trust: SessionTrust?, by loop: ServingLoop) {
        let mocks = attaches ? nil : summary(of: loop.client.mocks.all.map(\.mock))
        if options.isJSON {
            for one in watched { loop.write(object(for: one, trust, mocks).printed() + "\n") }
        } else {
            // Without a program the lines to paste name the variables.
            if !options.server.program.isEmpty { for one in watched { loop.write(lines(for: one, trust)) } }
            if let mocks { loop.write("mocks: \(mocks)\n") }
        }
    }

    private func lines(for watched: WatchedServer, _ trust: SessionTrust?) -> String {
        let line =
            StyledText("\(untrusted: watched.variable)=\(untrusted: watched.address)")
            + StyledText(" → ", .muted) + StyledText("\(untrusted: watched.destination)")
        let certificates = watched.isProxy ? trust.map { "certificates: \($0.summary)\n" } : nil
        return StandardStream.error.paint(line) + "\n" + (certificates ?? "")
    }

    private func object(for watched: WatchedServer, _ trust: SessionTrust?, _ mocks: String?) -> JSONValue {
        var line: JSONObject = [
            "event": "server.started", "version": JSONValue(JSONLines.version),
            "variable": .string(watched.variable),
        ]
        line[attaches ? "socket" : "http"] = .string(watched.address)
        line["to"] = watched.isProxy || attaches ? nil : .string(watched.destination)
        if watched.isProxy, let trust {
            line["opens"] = .array(trust.opener.hosts.map { .string($0.text) })
            line["certificates"] = .string(trust.summary)
        }
        line["mocks"] = mocks.map { .string($0) }
        return .object(line)
    }

    /// Describes the mocks that answer before servers are asked; `nil` if there are none.
    func summary(of mocks: [Mock]) -> String? {
        guard !mocks.isEmpty else { return nil }
        let folder = DisplayText(untrusted: options.mocksFolder).string
        let servers = Set(mocks.flatMap { $0.answers.compactMap(\.forwardedOrigin) }).sorted()
        var text = "\(mocks.count) of \(folder)"
        guard !servers.isEmpty else { return text }
        text += ", which may pass requests on to \(servers.joined(separator: ", "))"
        if !options.server.openedHosts.isEmpty, options.mocks == nil {
            text += "; what comes over opened TLS goes to its own server unless --mocks names the folder"
        }
        return text
    }
}
