import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@Suite("Bad outputs and bad inputs, with the real program", .ownThread, .timeLimit(.minutes(2)))
struct CommandOutputTests {
    private let server: SandboxServer
    private let scratch: ScratchFolder

    init() throws {
        server = try SandboxServer.start()
        scratch = try ScratchFolder()
        try scratch.write("### Hello\nGET \(server.url)/hello\n", to: "a.http")
    }

    private func shell(_ line: String) throws -> Program.Outcome {
        let line = line.replacing("HOST", with: server.url)
            .replacing("inspector ", with: "'\(try BuiltProgram.path())' ")
        return try Program.run(["/bin/bash", "-c", "set -o pipefail; " + line], in: scratch.path)
    }

    private static let commands = [
        "--help", "--version", "help run", "describe", "describe --json", "completion zsh", "run a.http",
        "run a.http --json", "run a.http --body", "export curl a.http", "curl -s HOST/hello",
    ]

    @Test("a reader who has gone is status 141, without a word", arguments: commands)
    func gone(command: String) throws {
        // A pipe without a reader.
        let outcome = try shell(
            "mkfifo p; exec 4<>p 3>p; exec 4<&-; inspector \(command) >&3 2>messages")
        #expect(outcome.status == 141)
        let messages = try scratch.read("messages").split(separator: "\n")
        #expect(messages.allSatisfy { $0.hasPrefix("✓") || $0.contains("passed") }, "\(messages)")
    }

    @Test("a reader may go at any byte", arguments: ["describe --json", "help run", "run a.http --json"])
    func anyByte(command: String) throws {
        let outcome = try shell(
            """
            for bytes in 0 1 2 3 5 17 100 255 256 257 1000 4095 4096 4097 8000; do
                inspector \(command) | head -c $bytes >/dev/null || [ $? = 141 ] || exit 1
            done
            """)
        #expect(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
    }

    @Test("a run nobody reads ends, and its archive is written")
    func abandonedRun() throws {
        let outcome = try shell("inspector run a.http --repeat 2000 --har out.har | head -n 1")
        #expect(outcome.status == 141)
        let entries = try JSONValue(parsing: scratch.read("out.har"))["log"]?["entries"]?.array
        #expect(try #require(entries).count < 2000)
    }

    @Test("a full disk is status 1, and said", arguments: commands)
    func full(command: String) throws {
        let outcome = try shell("inspector \(command) >/dev/full")
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("No space left on device"), "\(outcome.messages)")
    }

    @Test("a file that the disk does not take is status 1, said, and not left in pieces")
    func fullFile() throws {
        for flag in ["--har", "--junit", "-o"] {
            let outcome = try shell("(ulimit -f 0; inspector run a.http \(flag) out) 2>&1 | cat >/dev/null")
            #expect(outcome.status == 1, "\(flag)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["a.http"])
    }

    @Test(
        "input that is not what it should be is status 2, with its place, and nothing is sent",
        arguments: [
            ("run a.http --data x.csv", "x.csv", "a,b\n1,2\n3\n", "x.csv:3: the row has 1 value"),
            ("run a.http --data x.csv", "x.csv", "a,b\n1,2,3\n", "x.csv:2: the row has 3 values"),
            (
                "import postman x.json", "x.json",
                #"{"info":{"schema":"https://x/collection/v3.0.0/collection.json"},"item":[]}"#,
                "x.json: Version “v3.0.0” is not read."
            ),
            (
                "import openapi x.json", "x.json", #"{"openapi":"4.0.0","paths":{}}"#,
                "x.json: Version “4.0.0” is not read."
            ),
            (
                "import har x.har", "x.har", #"{"log":{"version":"2.0","entries":[]}}"#,
                "x.har: Version “2.0” is not read."
            ),
            (
                "import insomnia x.json", "x.json", #"{"__export_format":9,"resources":[]}"#,
                "x.json: “__export_format” 9 is not read."
            ),
        ])
    func badInput(command: String, file: String, text: String, message: String) throws {
        try scratch.write(text, to: file)
        let outcome = try shell("inspector \(command)")
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    @Test("--version says what was built and which libraries it found")
    func version() throws {
        let lines = try shell("inspector --version").output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].wholeMatch(of: /inspector \d+\.\d+\.\d+/) != nil)
        #expect(lines[1].contains(/(debug|release) build for Linux on .+, Swift \d/))
        for library in ["libcurl/", "OpenSSL/", "zlib/", "nghttp2/", "PCRE2/"] {
            #expect(lines[2].contains(library))
        }
    }

    @Test(
        "a word that is unknown suggests the nearest",
        arguments: [
            ("rn a.http", "did you mean “run”?"), ("help expor", "did you mean “export”"),
            ("run a.http --jsno", "did you mean “--json”?"), ("import postmen x", "did you mean “postman”?"),
            ("export cur a.http", "did you mean “curl”"), ("completion bsh", "did you mean “bash”"),
            ("run 'a.http#Helo'", "Hello"), ("run a.htpp", "a.htpp: No such file"),
        ])
    func nearest(command: String, hint: String) throws {
        let outcome = try shell("inspector \(command)")
        #expect(outcome.status == 2 && outcome.messages.contains(hint), "\(outcome.messages)")
    }
}
