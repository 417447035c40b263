import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

/// The commands whose output is data: it does not depend on the terminal's width or colours.
///
/// Golden files cover the commands whose output depends on the width.
@Suite("What commands print on a terminal", .ownThread, .serialized)
struct PrintedTests {
    private static let terminals = [60, 80, 140].flatMap { columns in
        [false, true].map { isColored in (columns: columns, isColored: isColored) }
    }

    private func terminal(_ command: String, _ columns: Int, _ isColored: Bool, in folder: TemporaryFolder)
        throws -> PseudoTerminal
    {
        var environment = PseudoTerminal.environment
        if !isColored { environment["NO_COLOR"] = "1" }
        let program = try BuiltProgram.path()
        return try PseudoTerminal(
            ["/bin/sh", "-c", "cd '\(folder.path)' && rm -rf lines && exec '\(program)' \(command)"],
            environment: environment, columns: columns)
    }

    private func text(of terminal: PseudoTerminal) -> String {
        String(decoding: terminal.transcript, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    private func expect(_ command: String, prints expected: String, in folder: TemporaryFolder) throws {
        for (columns, isColored) in Self.terminals {
            let terminal = try terminal(command, columns, isColored, in: folder)
            #expect(try terminal.waitForExit() == .status(0))
            #expect(text(of: terminal) == expected, "\(columns) columns, \(isColored ? "" : "no ")colours")
        }
    }

    @Test("curl prints the head and the body, and what a terminal would obey as text")
    func curl() throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 23\r\n\r\n"
                    + "a red \u{1B}[31mword\u{1B}[0m\nend")
        })
        defer { server.stop() }
        try expect(
            "curl -i \(server.url)/",
            prints: """
                HTTP/1.1 200 OK
                Content-Type: text/plain
                Content-Length: 23

                a red ^[[31mword^[[0m
                end

                """, in: try TemporaryFolder())
    }

    @Test("run --body ends the line of a body, and leaves it alone where it goes into a pipe")
    func bodies() throws {
        let server = try SandboxServer.start(raw: { connection in
            _ = connection.readRequest()
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\n{\"a\":1}")
        })
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("GET \(server.url)/one\n###\nGET \(server.url)/two\n", to: "two.http")
        let run = "run --body --no-history two.http"
        let shown = try terminal(run, 80, false, in: folder)
        #expect(try shown.waitForExit() == .status(0))
        let lines = text(of: shown).wholeLines
        #expect(lines.count { $0 == "{\"a\":1}" } == 2, "\(lines)")
        #expect(lines.last?.hasPrefix("2 passed, 0 failed") == true)
        let piped = try terminal("\(run) >bodies", 80, false, in: folder)
        #expect(try piped.waitForExit() == .status(0))
        let bytes = try Data(contentsOf: URL(filePath: folder.path + "/bodies"))
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"a\":1}{\"a\":1}")
    }

    @Test("import names the files that it has written, and what it could not carry over")
    func importing() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "curl http://h.test/login -d 'user=ada&password=sesame'\ncurl -k http://h.test/orders\n",
            to: "lines.txt")
        try expect(
            "import curl lines.txt",
            prints: """
                inspector: GET /orders: Not carried over: -k; certificates are checked unless the program is told otherwise.
                lines/lines.http
                lines/http-client.private.env.json
                inspector: secrets are in lines/http-client.private.env.json; keep it out of the repository: add its name to \
                .gitignore

                """, in: folder)
    }

    @Test(
        "export prints the requests, and that secrets are left out",
        arguments: [
            (
                "curl",
                """
                inspector: 1 secret is left out; --with-secrets writes them
                # login
                curl --url http://h.test/login --header 'Content-Type: application/json' \
                --data-raw '{ "user": "ada", "password": "<redacted:1>" }' --location

                """
            ),
            (
                "http",
                """
                inspector: 1 secret is left out; --with-secrets writes them
                @password =

                ### Log in
                # @name login
                POST http://h.test/login
                Content-Type: application/json

                { "user": "ada", "password": "{{password}}" }

                """
            ),
        ])
    func exporting(format: String, expected: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            ### Log in
            # @name login
            POST http://h.test/login
            Content-Type: application/json

            { "user": "ada", "password": "sesame" }
            """, to: "shop.http")
        try expect("export \(format) shop.http", prints: expected, in: folder)
    }

    @Test("completion prints the script that it prints into a file", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let folder = try TemporaryFolder()
        let process = try terminal("completion \(shell) > script", 80, false, in: folder)
        #expect(try process.waitForExit() == .status(0))
        let script = try String(contentsOfFile: folder.path + "/script", encoding: .utf8)
        #expect(script.hasPrefix(shell == "zsh" ? "#compdef inspector\n" : "# Completion of inspector for"))
        try expect("completion \(shell)", prints: script, in: folder)
    }

    @Test("watch prints the address, a line for each request, and what the program prints")
    func watch() throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try folder.write("echo said\ncurl -s $INSPECTOR_URL/status/503?q=1 >/dev/null\n", to: "program")
        for (columns, isColored) in Self.terminals {
            let terminal = try terminal(
                "watch --plain --to \(server.url) -- sh program", columns, isColored, in: folder)
            #expect(try terminal.waitForExit() == .status(0))
            let text = text(of: terminal)
            let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
            #expect((plain != text) == isColored)
            let lines = plain.split(separator: "\n")
            // The program and its watcher write independently.
            #expect(lines.count == 3 && lines.contains("said"), "\(plain)")
            let address = lines.first { $0.hasPrefix("INSPECTOR_URL=") }
            #expect(
                address?.wholeMatch(of: /INSPECTOR_URL=http:\/\/127\.0\.0\.1:\d+ → \S+/) != nil, "\(plain)")
            #expect(address?.hasSuffix(server.url) == true)
            let line = try #require(lines.first { $0.hasPrefix("GET ") }, "\(plain)")
            #expect(line.count <= columns)
            let expected =
                columns == 140
                ? /GET \/status\/503\?q=1 → 503  passed on to \S+  [\d.]+ ms/
                : /GET \/status.* → 503  passed on to.*/
            #expect(line.wholeMatch(of: expected) != nil, "\(line)")
        }
    }

    @Test("sandbox prints one line with its addresses")
    func sandbox() throws {
        let folder = try TemporaryFolder()
        for (columns, isColored) in Self.terminals {
            let terminal = try terminal("sandbox", columns, isColored, in: folder)
            try terminal.wait(for: "a line") { terminal.output.last == 0x0A }
            let line = /http=http:\/\/127\.0\.0\.1:\d+ https=https:\/\/127\.0\.0\.1:\d+ ca=\S+\.pem\n/
            #expect(text(of: terminal).wholeMatch(of: line) != nil)
            terminal.signal(SIGTERM)
            #expect(try terminal.waitForExit() == .status(143))
        }
    }

    @Test("sandbox ends where its addresses cannot be written: nobody could use it")
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let terminal = try terminal("sandbox > /dev/full", 80, false, in: folder)
        #expect(try terminal.waitForExit() == .status(1))
        #expect(text(of: terminal).contains("not everything was written"))
    }
}
