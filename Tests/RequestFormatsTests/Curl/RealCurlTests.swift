import ClientEngine
import Foundation
import InspectorTestSupport
import Testing

@testable import RequestFormats

private let curlPath = "/usr/bin/curl"

/// Command lines, and the requests that this machine's curl sends for them.
@Suite(
    "What the real curl sends", .ownThread, .timeLimit(.minutes(1)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: curlPath), "curl is not installed"))
struct RealCurlTests {
    static let lines: [[String]] =
        [
            "/a/../b", "/a/./b", "/a/..", "/a/../", "/a/../../b", "/a//../b", "/./a", "/..", "/.", "/...",
            "/a/..b",
            "/a/../b?x=../y", "/a/b/../../../c/./d/..", "/a/.?q", "/a/..#f/../g", "",
        ].flatMap { [["URL" + $0], ["--path-as-is", "URL" + $0]] } + [
            ["-e", "", "URL"], ["-r", "5", "URL"], ["-r", "1-2", "URL"],
            ["-r", "-5", "URL"],
            ["-d", "", "URL"], ["--json", "", "URL"], ["--url-query", "", "URL"],
            ["-H", "", "URL"], ["-A", "", "-H", "User-Agent: x", "URL"], ["-A", "me", "URL"],
            ["-G", "-d", "", "URL/a"], ["-G", "-d", "a=b", "URL/a?"],
            ["--url-query", "a=b c", "URL/a/../b?c"],
        ]
        + ["a@b=c", "=@x", "a=@b", "=", "a=", "@=b", "a@b@c=d", "a b"].map {
            ["--data-urlencode", $0, "URL"]
        }

    /// Newer versions of curl send no empty query, resolve or rewrite encoded dots, refuse an empty range, and send
    /// no empty credentials.
    static let linesOfOldCurl =
        ["/?", "/a?", "/a?#f", "?"].flatMap { [["URL" + $0], ["--path-as-is", "URL" + $0]] }
        + [["URL/a/%2e%2e/b"], ["--path-as-is", "URL/a/%2e%2e/b"], ["-r", "", "URL"], ["-u", ":", "URL"]]

    private static let isOld =
        (try? Program.run([curlPath, "--version"]).output.hasPrefix("curl 7.")) ?? false

    private static let quiet = ["-q", "-s", "--noproxy", "*", "--max-time", "20", "-o", "/dev/null"]
    private static let ours: Set<String> = [
        "host", "accept", "accept-encoding", "content-length", "connection", "user-agent",
    ]

    @Test(
        "is what an imported command line sends, and one that is sent at once",
        arguments: lines + (isOld ? linesOfOldCurl : []))
    func same(line: [String]) async throws {
        let recorder = try RawRecorder(answering: [WireTrial.ok])
        let words = line.map { $0.replacing("URL", with: "http://127.0.0.1:\(recorder.port)") }
        #expect(try Program.run([curlPath] + Self.quiet + words).status == 0)
        let command = try CurlCommand(parsing: ["curl"] + words)
        let text = (["curl"] + words.map(\.shellQuoted)).joined(separator: " ")
        let requests = try CurlCorpusTests.resolved(imported(.curl, text, path: "x.sh"))
        let client = Client { configuration in
            configuration.connections.proxy = .direct
            configuration.cookies = nil
        }
        for request in [command.request] + requests { _ = try await client.send(request) }
        let sent = recorder.all.map { recording in
            let names = Set(recording.head.dropFirst().map { $0.prefix { $0 != ":" }.lowercased() })
            let isNamed = words.contains("-A")
            let shown = names.subtracting(isNamed ? Self.ours.subtracting(["user-agent"]) : Self.ours)
            return WireTrial.Arrival(
                recording.requestLine, recording.fields(named: shown).sorted(),
                body: String(decoding: recording.body, as: UTF8.self))
        }
        #expect(sent.count == 3)
        #expect(sent.allSatisfy { $0 == sent[0] }, "\(sent)")
    }
}

@Suite("A curl command line that is not wholly carried over")
struct CurlWarningTests {
    @Test(
        "says so",
        arguments: [
            ("curl -A '' http://x", "Not carried over: -A with an empty name, which takes the header out."),
            ("curl -F 'f=@a.txt,b.txt' http://x", "Not carried over: -F f=@a.txt,b.txt."),
            ("curl -F 'f=@a.txt;type=a/b,c.txt' http://x", "Not carried over: -F f=@a.txt;type=a/b,c.txt."),
        ])
    func notes(line: String, note: String) throws {
        let command = try CurlCommand(line: line)
        #expect(command.notes == [note])
        #expect(command.request.headers["User-Agent"] == nil)
        #expect(try imported(.curl, line, path: "x.sh").warnings.map(\.text) == [note])
    }

    @Test("A quoted comma names one file, and text may hold one")
    func commas() throws {
        let command = try CurlCommand(line: #"curl -F 'f=@"a,b.txt"' -F 'g=a,b' -F 'h=<"c,d"' http://x"#)
        #expect(
            command.form?.parts.map(\.content) == [.file(path: "a,b.txt"), .text("a,b"), .file(path: "c,d")])
        #expect(command.notes.isEmpty)
    }

    @Test("The name and the type of a file that curl sends as a field are named, because they are sent")
    func fieldFromFile() throws {
        let warnings = try imported(.curl, "curl -F 'f=<a.txt' -F 'g=@b.txt' http://x", path: "x.sh").warnings
        #expect(
            warnings.map(\.text) == [
                "The name and the type of the file a.txt are sent, which curl leaves out."
            ]
        )
    }

    @Test(
        "A URL without a host stays one, with and without slashes",
        arguments: ["http:///x", "http:/a/b", "https:///a"])
    func hostless(url: String) throws {
        let command = try CurlCommand(parsing: ["curl", url])
        #expect(RequestURL.fault(in: command.request.url) == "it has no host")
        let collection = try imported(.curl, "curl \(url)", path: "x.sh")
        #expect(throws: ResolveError.self) { try CurlCorpusTests.resolved(collection) }
    }

    @Test("A scheme in the query is none of the URL")
    func schemeInQuery() throws {
        #expect(try CurlCommand(line: "curl 'a.test/?u=http://b'").request.url == "http://a.test/?u=http://b")
    }

    @Test(
        "A line of the command prompt may hold line breaks, whichever the file has",
        arguments: ["\n", "\r\n"])
    func prompt(lineEnd: String) throws {
        let line = "curl ^\"http://api.test/^\" ^⏎  --data-raw ^\"a^⏎⏎b^⏎⏎^⏎⏎c^\" ^⏎  -H ^\"X: y^\"⏎"
        let text = line.replacing("⏎", with: lineEnd)
        let request = try CurlCommand(line: text).request
        #expect(request.body == .text("a\nb\n\nc"))
        #expect(request.headers["X"] == "y")
        let collection = try imported(.curl, text, path: "x.cmd")
        #expect(try CurlCorpusTests.resolved(collection).map(\.body) == [.text("a\nb\n\nc")])
    }

    @Test("A line of PowerShell is refused as one", arguments: ["\n", "\r\n"])
    func powerShell(lineEnd: String) throws {
        let line = "curl.exe \"http://a.test/\" `\(lineEnd)  -d \"a=1\"\(lineEnd)"
        let failure = #expect(throws: CurlCommand.SyntaxError.self) { try CurlCommand(line: line) }
        #expect(failure?.message.contains("PowerShell") == true)
        let refusal = #expect(throws: ImportError.self) { try imported(.curl, line, path: "x.ps1") }
        #expect(refusal?.message == "It is written for PowerShell.")
        let quoted = "curl http://a.test -d 'see `\n`b'"
        #expect(try CurlCommand(line: quoted).request.body == .text("see `\n`b"))
    }
}
