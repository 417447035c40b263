import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("inspector watch, on the screen", .ownThread, .serialized)
struct WatchScreenTests {
    private let server: SandboxServer
    private let folder: TemporaryFolder

    init() throws {
        server = try SandboxServer.start()
        folder = try TemporaryFolder()
    }

    private func watch(
        _ flags: String..., shell line: String, columns: Int = 100, rows: Int = 30
    ) throws -> InspectorSession {
        let words = ["watch", "--as", "API=\(server.url)", "--mocks", try mocks()] + flags
        return try InspectorSession(
            words + ["--", "/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"], columns: columns,
            rows: rows)
    }

    // The title of the pane contains the command line. So the commands spell an expected text differently than they
    // print it.

    /// Returns a folder of mocks, so that mocks in the current folder are not used.
    private func mocks() throws -> String {
        let path = folder.path + "/mocks"
        try FileManager.default.createDirectory(
            atPath: path + "/mappings", withIntermediateDirectories: true)
        return path
    }

    @Test("its requests are rows, its output is a pane, and its status is that of the command")
    func shown() throws {
        defer { server.stop() }
        let session = try watch(
            shell:
                "tty <&1 >/dev/null && echo has a ter''minal; curl -s $API/hello; curl -s -o /dev/null $API/status/503; exit 7"
        )
        try session.see("/hello")
        try session.see("/status/503")
        try session.see("has a terminal")
        try session.see("Hello, world!")
        try session.see("ended with 7")
        #expect(try session.quit() == .status(7))
        // The program's output remains on the terminal.
        let rest = String(decoding: session.terminal.transcript.suffix(400), as: UTF8.self)
        #expect(rest.contains("has a terminal\r\nHello, world!\r\n"))
    }

    @Test("what was watched is in the history, with its program, unless nothing is to be kept")
    func kept() throws {
        defer { server.stop() }
        let state = ["XDG_STATE_HOME": folder.path + "/state"]
        func watch(_ flags: String..., path: String) throws {
            let command = ["--", "/bin/sh", "-c", "curl -s $API\(path)"]
            let session = try InspectorSession(
                ["watch", "--as", "API=\(server.url)", "--mocks", try mocks()] + flags + command,
                environment: state.merging(["PATH": "/usr/bin:/bin"]) { $1 }, columns: 100, rows: 30)
            try session.see("ended with 0")
            #expect(try session.quit() == .status(0))
        }
        try watch(path: "/hello")
        try watch("--no-history", path: "/json")
        let listing = try InspectorSession(
            ["history", "program:curl"], environment: state, columns: 100, rows: 30)
        #expect(try listing.waitForExit() == .status(0))
        let lines = String(decoding: listing.terminal.transcript, as: UTF8.self)
        #expect(lines.contains("/hello"))
        #expect(!lines.contains("/json"))
    }

    @Test("a real program, and a mock for its next request")
    func python() throws {
        defer { server.stop() }
        let file = try folder.write(
            """
            import os, sys, time, urllib.request
            for n in range(600):
                if os.path.exists(sys.argv[1]): break
                time.sleep(0.1)
            print(urllib.request.urlopen(os.environ["API"] + "/hello").read().decode())
            """, to: "ask.py")
        let session = try InspectorSession(
            [
                "watch", "--as", "API=\(server.url)", "--mocks", try mocks(), "--", "/bin/sh", "-c",
                "curl -s $API/hello; python3 \(file) \(folder.path)/go",
            ], environment: ["PATH": "/usr/bin:/bin"], columns: 100, rows: 30)
        try session.see("Hello, world!")
        try session.press("m5")
        try session.see("would have matched")
        try session.press("\r")
        try session.seeNoMore("would have matched")
        _ = try folder.write("", to: "go")
        try session.see("MOCK 500")
        try session.see("HTTP Error 500")
        try session.see("ended with 1")
        #expect(try session.quit() == .status(1))
    }

    @Test("without --as a proxy shows plain HTTP in full, and TLS as tunnels")
    func proxy() throws {
        defer { server.stop() }
        let line = "curl -s \(server.url)/hello; curl -sk \(server.httpsURL)/hello"
        let session = try InspectorSession(
            ["watch", "--mocks", try mocks(), "/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"],
            columns: 140, rows: 40)
        // The rows show the server as soon as there are two servers.
        try session.see("GET     \(server.url.dropFirst("http://".count))/hello")
        try session.see("CONNECT \(server.httpsURL.dropFirst("https://".count))      tunnel")
        try session.see("ended with 0")
        try session.press("6")
        try session.see("asked by     curl ")
        try session.press("r")
        try session.see("what was said in a tunnel is not known")
        #expect(try session.quit() == .status(0))
    }

    @Test("a request that hangs is cancelled with a key, and the program hears of it")
    func cancelled() throws {
        defer { server.stop() }
        let session = try watch(shell: "curl -s $API/hang; echo curl says $?")
        try session.see("/hang")
        try session.see("1 live")
        try session.press("c")
        try session.see("cancelled")
        try session.see("curl says 52")
        try session.see("ended with 0")
        #expect(try session.quit() == .status(0))
    }

    @Test("a request is held, edited and let go, and the next is answered by hand")
    func held() throws {
        defer { server.stop() }
        let editor = try folder.write(
            "#!/bin/sh\nsed -i 's/200 OK/418 Tea/; s/^{}$/by''hand/; s/first/sec''ond/' $1\n", to: "editor",
            isProgram: true)
        let line =
            "for n in 1 2 3; do curl -s -d first $API/upload; done; curl -s $API/upload/x; echo code $?"
        let session = try InspectorSession(
            [
                "watch", "--as", "API=\(server.url)", "--mocks", try mocks(), "--", "/bin/sh", "-c",
                """
                curl -s -d zero $API/upload
                for n in $(seq 600); do [ -e \(folder.path)/go ] && break; sleep 0.1; done
                \(line)
                """,
            ], environment: ["PATH": "/usr/bin:/bin", "EDITOR": editor], columns: 110, rows: 34)
        try session.see("1 POST    /upload")
        try session.press("Hr")
        try session.see("are held")
        _ = try folder.write("", to: "go")
        try session.see("held 0:")
        try session.press("He")
        try session.see("HELD REQUEST of task 2")
        try session.press("E")
        try session.see("second")
        try session.press("\r")
        // The next task.
        try session.wait(for: "task 3, held") { screen in
            screen.lines.contains { $0.contains("3 POST ") && $0.contains(" held 0:") }
        }
        try session.press("GHb")
        try session.see("byhand")
        try session.wait(for: "task 4, held") { screen in
            screen.lines.contains { $0.contains("4 POST ") && $0.contains(" held 0:") }
        }
        try session.press("GHx")
        try session.see("code 0")
        try session.see("ended with 0")
        #expect(try session.quit() == .status(0))
        let bodies = server.requests.filter { $0.method == "POST" }.map {
            String(decoding: $0.body, as: UTF8.self)
        }
        #expect(bodies == ["zero", "second", "first"])
    }

    @Test("leaving while it runs asks, and ends it")
    func leaving() throws {
        defer { server.stop() }
        let session = try watch(shell: "echo re''ady; exec sleep 600")
        try session.see("ready")
        try session.press("q")
        try session.see("sh is still running. Quit and end it?")
        try session.press("y")
        #expect(try session.waitForExit() == .status(128 + SIGTERM))
    }

    @Test("one that ignores being asked is killed, with what it has started")
    func stubborn() throws {
        defer { server.stop() }
        let session = try watch(shell: "trap '' TERM; sleep 600 & echo re''ady; wait; wait")
        try session.see("ready")
        try session.press("\u{3}y")
        #expect(try session.waitForExit() == .status(128 + SIGKILL))
    }

    @Test("a flood is missed in part, and the keys go on")
    func flood() throws {
        defer { server.stop() }
        let session = try watch(
            shell: "yes 'a line of a flood' | head -c 50000000; echo the e''nd; exec sleep 600")
        try session.see("the end")
        try session.see(" missed")
        try session.press("P")
        try session.seeNoMore("the end")
        try session.press("qy")
        #expect(try session.waitForExit() == .status(128 + SIGTERM))
    }

    @Test("no control byte of its output reaches the terminal, and it has no input")
    func hostile() throws {
        defer { server.stop() }
        let session = try watch(
            shell:
                #"printf '\033]0;stolen\007\033[2J\033[?1049l\033[31mred\033[0m\n'; cat; echo "no input: $?""#
        )
        try session.see("no input: 0")
        try session.see("red")
        try session.see("ended with 0")
        #expect(try session.quit() == .status(0))
        let sent = String(decoding: session.terminal.transcript, as: UTF8.self)
        #expect(!sent.contains("\u{1B}]0;"))
    }

    @Test("a program that leaves another behind is over when it is, and one that a signal ends says so")
    func forks() throws {
        defer { server.stop() }
        let session = try watch(shell: "(sleep 600 & echo $! > \(folder.path)/pid); echo parent; kill -9 $$")
        try session.see("ended by signal 9")
        try session.press("q")
        #expect(try session.waitForExit() == .status(137))
        let text = try String(contentsOfFile: folder.path + "/pid", encoding: .utf8)
        if let number = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) { kill(number, SIGKILL) }
    }

    @Test("what cannot be started has the status of shells, on the terminal itself")
    func missing() throws {
        defer { server.stop() }
        let session = try InspectorSession(["watch", "--as", "API=\(server.url)", "no-such-program"])
        #expect(try session.waitForExit() == .status(127))
        #expect(session.screen.text.contains("no-such-program: not found"))
    }

    @Test("its terminal has the size of its pane")
    func size() throws {
        defer { server.stop() }
        let session = try watch(
            shell: "stty size <&1; trap 'stty size <&1' WINCH; while :; do sleep 0.05; done")
        try session.see("30 98")
        session.resize(columns: 90, rows: 24)
        try session.see("24 88")
        try session.press("qy")
        _ = try session.waitForExit()
    }
}
