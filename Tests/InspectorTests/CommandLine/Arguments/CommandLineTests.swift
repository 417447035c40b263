import ClientEngine
import Testing

@testable import InspectorCommandLine
@testable import InspectorScreen

@Suite("The command line")
struct CommandLineTests {
    private func parse(_ line: String) throws(UsageError) -> Invocation {
        try CommandLineParser.parse(line.split(separator: " ").map(String.init))
    }

    private func message(_ line: String) -> String? {
        do throws(UsageError) {
            _ = try parse(line)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("no word opens the screen here")
    func bare() throws {
        #expect(try parse("") == .screen(Options()))
    }

    @Test("words are paths of the screen")
    func paths() throws {
        var options = Options()
        options.paths = ["api", "other.http"]
        options.screen.isASCII = true
        #expect(try parse("api --ascii other.http") == .screen(options))
    }

    @Test("a path that looks like a flag or a command stands behind --")
    func dashes() throws {
        var options = Options()
        options.paths = ["--json", "run"]
        #expect(try parse("-- --json run") == .screen(options))
    }

    @Test("run takes every option of sending and reporting")
    func run() throws {
        var options = Options()
        options.paths = ["a.http", "b.http#login"]
        options.environment = "local"
        options.variables = [.init(name: "id", value: "7=7"), .init(name: "empty", value: "")]
        options.mocks = "stubs"
        options.client.retries = 2
        options.client.timeout = .milliseconds(250)
        options.client.resolve = [HostAddresses("api.test", port: 443, addresses: ["127.0.0.1"])]
        options.client.connectTo = [ConnectionPeer(peerHost: "localhost", peerPort: 8080)]
        options.client.proxy = "http://proxy.test:3128"
        options.client.authorities = "ca.pem"
        options.client.certificate = "me.pem"
        options.client.key = "me.key"
        options.client.isInsecure = true
        options.isStrict = true
        options.isJSON = true
        options.har = "out.har"
        options.history.isKept = false
        options.run.failIf = "status:5xx"
        options.run.parallel = 4
        options.showsSecrets = true
        let line =
            "run a.http -e local --var id=7=7 --var=empty= --mocks stubs --retry 2 --timeout 250ms b.http#login "
            + "--resolve api.test:443:127.0.0.1 --connect-to ::localhost:8080 "
            + "--proxy http://proxy.test:3128 --cacert ca.pem --cert me.pem --key me.key -k --json --har=out.har "
            + "--fail-if status:5xx --parallel 4 --with-secrets --strict --no-history"
        #expect(try parse(line) == .run(options))
    }

    @Test(
        "a letter takes its value from the same word or the next",
        arguments: ["-e local", "-elocal", "--env=local"])
    func letters(line: String) throws {
        var options = Options()
        options.environment = "local"
        #expect(try parse(line) == .screen(options))
    }

    @Test("the demo, the sandbox, the help and the version are commands of their own")
    func others() throws {
        #expect(try parse("demo") == .demo(Options()))
        var options = Options()
        options.server.port = 8080
        #expect(try parse("sandbox --port 8080") == .sandbox(options))
        #expect(try parse("run --help") == .help(.run))
        #expect(try parse("-h") == .help(nil))
        #expect(try parse("--version") == .version)
    }

    @Test("the mock server takes a port, a folder, and where the rest goes")
    func mock() throws {
        var options = Options()
        options.server.port = 8080
        options.mocks = "m"
        options.server.upstream = "https://api.example.com/v1"
        options.server.allowedHosts = ["a.test", "b.test"]
        options.server.opensAdmin = true
        options.fillsInAll = true
        let line =
            "mock --port 8080 --mocks m --to https://api.example.com/v1 --allow-host a.test --allow-host b.test"
        #expect(try parse(line + " --admin --global-response-templating") == .mock(options))
        #expect(message("mock here") == "'mock' takes no path, and got 'here'")
        #expect(message("mock --to ftp://x")?.hasPrefix("--to takes http://HOST") == true)
        options.server.allowedOrigins = ["https://app.test:443"]
        #expect(
            try parse(line + " --admin --global-response-templating --allow-origin https://app.test")
                == .mock(options))
        for text in ["app.test", "https://app.test/", "https://app.test/a", "null", "ftp://app.test"] {
            #expect(message("mock --allow-origin \(text)")?.hasPrefix("--allow-origin takes http://") == true)
        }
        #expect(message("mock --to http://b\u{FC}cher.test") == nil)
        #expect(message("mock --allow-host http://x")?.hasPrefix("--allow-host takes a name") == true)
    }

    @Test("the screen serves mocks on a port, and takes what belongs to that only with it")
    func mockPort() throws {
        var options = Options()
        options.server.screenPort = 0
        options.server.upstream = "http://localhost:1"
        #expect(try parse("--mock-port 0 --to http://localhost:1") == .screen(options))
        #expect(message("--to http://localhost:1") == "--to needs --mock-port N")
        #expect(message("--admin") == "--admin needs --mock-port N")
    }

    @Test("the history takes a filter, a limit and a file, or is erased as a whole")
    func history() throws {
        var options = Options()
        options.paths = ["status:5xx", "since:1h"]
        options.isJSON = true
        options.har = "out.har"
        options.history.limit = 5
        #expect(try parse("history status:5xx since:1h --json --har out.har --limit 5") == .history(options))
        #expect(message("history --erase status:5xx")?.contains("--erase erases all") == true)
        #expect(message("history --limit x")?.contains("--limit") == true)
    }

    @Test("help explains all, or one command, and knows a command that is nearly right")
    func helpOnCommands() throws {
        #expect(try parse("help") == .help(nil))
        #expect(try parse("help run") == .help(.run))
        #expect(try parse("help run --man") == .manual(.run))
        #expect(try parse("-V") == .version)
        #expect(message("help rnu")?.contains("did you mean “run”?") == true)
        #expect(CommandName.hint(to: "rn").contains("did you mean “run”?"))
        #expect(CommandName.hint(to: "orders").isEmpty)
    }

    @Test("a URL among the paths of the screen is what a draft is opened with")
    func url() throws {
        var options = Options()
        options.url = "https://a.test/x"
        options.paths = ["api"]
        #expect(try parse("api https://a.test/x") == .screen(options))
        #expect(
            message("http://a.test HTTPS://b.test")
                == "one URL can be opened at a time, not 'HTTPS://b.test' too")
    }

    @Test("a response and JSON do not share the standard output")
    func responses() throws {
        var options = Options()
        options.paths = ["a.http"]
        options.output = "x"
        options.run.showsBody = true
        #expect(try parse("run a.http -o x") == .run(options))
        #expect(message("run a.http --json --body")?.hasPrefix("--json and a response cannot share") == true)
        #expect(message("run a.http --json -v") == "-v is for people; --json has every exchange already")
        #expect(message("run a.http --color blue") == "--color takes one of auto, always, never, not 'blue'")
    }

    @Test("an unknown flag is named together with the nearest one")
    func unknown() {
        #expect(message("run a --jsn") == "unknown flag --jsn; did you mean “--json”?")
        #expect(message("--evn x") == "unknown flag --evn; did you mean “--env”?")
        #expect(message("-z")?.hasPrefix("unknown flag -z") == true)
    }

    @Test(
        "what cannot be meant is refused in one sentence",
        arguments: [
            ("run", "run needs at least one PATH or PATH#NAME"),
            (
                "--json",
                "--json does not belong to 'screen', only to: attach, describe, history, import, mock, run, sandbox, watch"
            ),
            ("demo here", "'demo' takes no path, and got 'here'"),
            ("run a --har", "--har needs a value: FILE"),
            ("run a --json=yes", "--json takes no value"),
            ("--var novalue", "--var takes NAME=VALUE, not 'novalue'"),
            ("--retry -1", "--retry takes a whole number from 0 to 1000, not '-1'"),
            ("run a --parallel 0", "--parallel takes a whole number from 1 to 256, not '0'"),
            ("--timeout soon", "--timeout takes a duration such as 250ms, 5s or 2m, not 'soon'"),
            ("--resolve host", "--resolve takes HOST:PORT:ADDR, not 'host'"),
            ("--key me.key", "--key needs --cert FILE"),
            (
                "--proxy ftp://host",
                "--proxy takes [http://]HOST[:PORT], also with https or socks5, not 'ftp://host'"
            ),
            ("--connect-to a:b:c:d", "--connect-to takes HOST1:PORT1:HOST2:PORT2, not 'a:b:c:d'"),
        ])
    func refused(line: String, expected: String) {
        #expect(message(line) == expected)
    }

    @Test(
        "a proxy is a host, with or without scheme, credentials and port",
        arguments: ["proxy", "proxy:3128", "http://proxy", "https://u:p@proxy:8443/", "socks5h://[::1]:1080"])
    func proxies(text: String) throws {
        #expect(try FlagValue.proxy(text).text == text)
    }

    @Test(
        "what is no proxy is refused",
        arguments: ["", "http://", ":3128", "proxy:", "proxy:0", "proxy:99999", "a:b:1", "gopher://proxy"])
    func noProxies(text: String) {
        #expect(throws: UsageError.self) { try FlagValue.proxy(text) }
    }

    @Test(
        "durations have a unit, or are seconds",
        arguments: [
            ("250ms", Duration.milliseconds(250)), ("5s", .seconds(5)), ("2m", .seconds(120)),
            ("1.5s", .milliseconds(1500)), ("3", .seconds(3)),
        ])
    func durations(text: String, expected: Duration) throws {
        #expect(try FlagValue.duration(text) == expected)
    }

    private static let help = HelpText().lines.map(\.string).joined(separator: "\n")

    @Test("the help lists every command and every flag that works, within 110 columns")
    func help() {
        for flag in FlagTable.rows {
            #expect(Self.help.contains("--\(flag.name)"))
        }
        for command in CommandName.allCases {
            #expect(Self.help.contains(command.usage.line))
        }
        #expect(Self.help.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }

    @Test("no two flags share a name or a letter")
    func unique() {
        let names = FlagTable.rows.map(\.name)
        let letters = FlagTable.rows.compactMap(\.letter)
        #expect(Set(names).count == names.count)
        #expect(Set(letters).count == letters.count)
    }
}
