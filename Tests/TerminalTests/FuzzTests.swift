import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Random keys", .ownThread, .serialized)
struct FuzzTests {
    /// The input of keyboards and terminals, except keys that leave or suspend the program or open an editor.
    private static let keys =
        (0x20..<0x7F).map { String(Unicode.Scalar(UInt8($0))) }.filter { !["q", "e", "E", "n"].contains($0) }
        + ["\r", "\t", "\u{1B}", "\u{7F}", "\u{C}", "\u{15}", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D"]
        + [
            "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H", "\u{1B}[F", "\u{1B}[Z", "\u{1B}OP", "é", "漢", "\u{0}",
            "\u{1B}[<0;9;9M",
        ]
        + [
            "\u{1B}[<64;5;5M", "\u{1B}[200~paste\u{1B}[201~", "\u{1B}[", "\u{1B}]", "\u{1B}[999999999999;9A",
            "j", "j", "k",
        ]

    @Test("twenty thousand keys later the program still answers", arguments: [1, 2] as [UInt64])
    func keys(seed: UInt64) throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let names = ["hello", "json", "status/503", "flaky/2?key=x", "hang", "reset", "garbage"]
        let requests = names.map { "### \($0)\n# @retry 2\nGET \(server.url)/\($0)\n" }
        try folder.write(requests.joined(separator: "\n"), to: "all.http")
        let session = try InspectorSession(
            [folder.path], environment: ["EDITOR": "true"], columns: 120, rows: 30)
        try session.see("hello")
        try type(10_000, into: session, seed: seed)
        try answer(session)
        session.terminal.signal(15)
        #expect(try session.waitForExit() == .status(143))
        #expect(session.isTerminalRestored)
        #expect(session.screen.foreign == [])
    }

    private func type(_ count: Int, into session: InspectorSession, seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for round in 0..<(count / 100) {
            var text = ""
            for _ in 0..<100 { text += Self.keys.randomElement(using: &generator) ?? "" }
            try session.press(text)
            _ = session.terminal.countBytes(for: .milliseconds(1))
            guard round % 10 == 9 else { continue }
            session.resize(
                columns: Int.random(in: 1...150, using: &generator),
                rows: Int.random(in: 1...50, using: &generator))
        }
        session.resize(columns: 120, rows: 30)
    }

    /// Closes everything that the keys opened, and opens the help until it appears.
    ///
    /// The program may still have input to read. A key read together with an escape has another meaning.
    private func answer(_ session: InspectorSession) throws {
        let deadline = ContinuousClock.now + patience
        while !session.screen.text.contains("── KEYS"), ContinuousClock.now < deadline {
            for key in ["\u{1B}", "\u{1B}", "\u{1B}", "?"] {
                try session.press(key)
                _ = session.terminal.countBytes(for: .milliseconds(60))
            }
            session.catchUp()
        }
        #expect(session.screen.text.contains("── KEYS"))
    }
}
