/// Every flag of the program.
///
/// The parser and `--help` read this table and nothing else.
enum FlagTable {
    static func flag(named name: String) -> Flag? { rows.first { $0.name == name } }

    static func flag(lettered letter: Character) -> Flag? { rows.first { $0.letter == letter } }

    static let rows = sending + securing + running + others + serving + everywhere

    private static let senders: [CommandName] = [.screen, .demo, .run]
    /// The commands that fill variables in.
    private static let readers = senders + [.exporting]
    /// Those whose requests go to servers, whoever has asked for them.
    private static let callers: [CommandName] = [.screen, .demo, .run, .mock, .watch, .attach]
    private static let screens: [CommandName] = [.screen, .demo, .watch, .attach]
    private static let servers: [CommandName] = [.screen, .mock, .watch]

    private static var sending: [Flag] {
        [
            Flag(
                "env", letter: "e", of: readers, "take variables from this environment",
                .value("NAME", \.environment)),
            Flag(
                "var", of: readers, "set a variable; wins over files and environments",
                .values("NAME=VALUE", \.variables, FlagValue.variable)),
            Flag(
                "mocks", of: callers, "take mocks from this folder (default: mocks/ beside the first path)",
                .value("DIR", \.mocks)),
            Flag(
                "global-response-templating", of: callers,
                "treat the responses of mocks as templates, as WireMock does",
                .mark(\.fillsInAll)),
            Flag(
                "retry", of: callers, "default number of retries",
                .value("N", \.client.retries, FlagValue.number(in: 0...1000, for: "--retry"))),
            Flag(
                "timeout", of: callers, "default time limit of an attempt: 250ms 5s 2m",
                .value("DURATION", \.client.timeout, FlagValue.duration)),
            Flag(
                "resolve", of: callers, "use this address for a host, as in curl",
                .values("HOST:PORT:ADDR", \.client.resolve, FlagValue.resolve)),
            Flag(
                "connect-to", of: callers, "connect to another host, as in curl; empty parts match all",
                .values("HOST1:PORT1:HOST2:PORT2", \.client.connectTo, FlagValue.connectTo)),
            Flag(
                "unix-socket", of: senders, "connect to this Unix socket, as in curl",
                .value("PATH", \.client.unixSocket)),
            Flag("strict", of: readers + [.describe], "read request files strictly", .mark(\.isStrict)),
            Flag(
                "no-history", of: senders + [.watch, .attach], "keep nothing of this session in the history",
                .set { $0.history.isKept = false }),
        ]
    }

    private static var securing: [Flag] {
        [
            Flag(
                "allow", of: readers + [.mock, .watch, .attach],
                "let files read variables, write answers, forward by mocks, run commands: env env:NAME write any-file forward command",
                .values("WHAT,…", \.allowances, FlagValue.allowances)),
            Flag(
                "trust", of: [.run, .mock, .watch],
                "allow what the files ask for (see --allow), and remember it for their folders",
                .mark(\.isTrusting)),
            Flag(
                "proxy", of: callers, "go through this proxy (default: http_proxy, https_proxy, all_proxy)",
                .value("URL", \.client.proxy, FlagValue.proxy)),
            Flag(
                "cacert", of: callers, "trust the certificate authorities in this file, and no others",
                .value("FILE", \.client.authorities)),
            Flag(
                "cert", of: callers, "show this certificate to servers that ask for one",
                .value("FILE", \.client.certificate)),
            Flag(
                "key", of: callers, "the certificate's key (default: in the same file)",
                .value("FILE", \.client.key)),
            Flag(
                "insecure", letter: "k", of: callers,
                "do not check certificates, and say so wherever it matters",
                .mark(\.client.isInsecure)),
        ]
    }

    private static var running: [Flag] {
        [
            Flag(
                "json", of: [.run, .mock, .watch, .attach, .history, .describe, .importing, .sandbox],
                "print JSON; for run, mock, watch and attach one object per event, for history one per task",
                .mark(\.isJSON)),
            Flag(
                "har", of: [.run, .watch, .attach, .history], "write what was sent and answered as HAR 1.2",
                .value("FILE", \.har)),
            Flag(
                "limit", of: [.history], "show at most N tasks (default: 50; --json and --har: all)",
                .value("N", \.history.limit, FlagValue.number(in: 0...1_000_000, for: "--limit"))),
            Flag(
                "stats", of: [.history], "say how much is kept, and of when", .mark(\.history.showsStatistics)
            ),
            Flag("erase", of: [.history], "erase all that was kept", .mark(\.history.isErasing)),
            Flag(
                "junit", of: [.run], "write requests and their assertions as JUnit XML",
                .value("FILE", \.run.junit)),
            Flag(
                "fail-if", of: [.run, .watch, .attach], "exit with 1 when a finished task matches",
                .value("FILTER", \.run.failIf)),
            Flag(
                "parallel", of: [.run], "send up to N requests at once (default: 1)",
                .value("N", \.run.parallel, FlagValue.number(in: 1...256, for: "--parallel"))),
            Flag(
                "repeat", of: [.run], "run everything N times",
                .value("N", \.run.repetitions, FlagValue.number(in: 1...10_000, for: "--repeat"))),
            Flag(
                "data", of: [.run],
                "run everything once per row of a CSV or JSON file, whose values are variables",
                .value("FILE", \.run.data)),
            Flag("body", of: [.run], "print the response's body", .mark(\.run.showsBody)),
            Flag("head", of: [.run], "print the response's status line and headers", .mark(\.run.showsHead)),
            Flag(
                "verbose", letter: "v", of: [.run], "show each exchange as it was on the wire",
                .mark(\.run.isVerbose)),
            Flag(
                "color", of: [.run], "use colours: auto, always or never (default: auto)",
                .value("WHEN", \.run.color, FlagValue.color)),
            Flag(
                "with-secrets", of: [.run, .watch, .attach, .exporting],
                "write secrets as they are instead of <redacted:N>",
                .mark(\.showsSecrets)),
        ]
    }

    private static var others: [Flag] {
        [
            Flag("tui", of: [.curl], "send the request and open the screen", .mark(\.opensScreen)),
            Flag(
                "output", letter: "o", of: [.run, .watch, .attach, .importing, .exporting],
                "write into this folder (import) or this file (export; run: the body; watch, attach: the lines)",
                .value("PATH", \.output)),
            Flag("ascii", of: screens, "draw with ASCII only", .mark(\.screen.isASCII)),
            Flag(
                "theme", of: screens,
                "colours: terminal (its own), or tuned: auto, dark, light",
                .value("NAME", \.screen.theme) { text throws(UsageError) in try FlagValue.theme(text) }),
            Flag(
                "plain", of: screens,
                "print lines instead of a screen, for screen readers and logs; watch: the program keeps the terminal",
                .mark(\.screen.isPlain)),
            Flag(
                "keep-bodies", of: screens,
                "keep this many MiB of response bodies, the newest (default: 256)",
                .value("MIB", \.screen.keptBodies, FlagValue.mebibytes)),
        ]
    }

    private static var serving: [Flag] {
        [
            Flag(
                "as", of: [.watch],
                "give the program this variable as a URL of this machine, and pass on to URL what it asks",
                .values("VAR=URL", \.server.origins, FlagValue.watchedOrigin)),
            Flag(
                "as-proxy", of: [.watch],
                "give the program a proxy: plain HTTP is shown in full, TLS as tunnels (default without --as and --to)",
                .mark(\.server.givesProxy)),
            Flag(
                "tls", of: [.watch],
                "open the program's TLS to this host (.HOST: and all below), with certificates for this program alone",
                .values("HOST[:PORT]", \.server.openedHosts, FlagValue.openedHost)),
            Flag(
                "port", of: [.mock, .sandbox], "listen on this port (default: any free one)",
                .value("N", \.server.port, FlagValue.number(in: 0...65535, for: "--port"))),
            Flag(
                "mock-port", of: [.screen],
                "serve the mocks to other programs on this port (0: any free one)",
                .value("N", \.server.screenPort, FlagValue.number(in: 0...65535, for: "--mock-port"))),
            Flag(
                "to", of: servers, "pass on to this server what no mock answers",
                .value("URL", \.server.upstream, FlagValue.upstream)),
            Flag(
                "allow-host", of: [.screen, .mock],
                "also answer requests for this host, not only for localhost",
                .values("NAME", \.server.allowedHosts, FlagValue.hostName)),
            Flag(
                "allow-origin", of: servers,
                "also pass on what pages of this other site ask, such as https://app.example.com",
                .values("ORIGIN", \.server.allowedOrigins, FlagValue.origin)),
            Flag(
                "admin", of: [.screen, .mock], "let programs change the mocks, under /__admin as in WireMock",
                .mark(\.server.opensAdmin)),
        ]
    }

    private static var everywhere: [Flag] {
        let all = CommandName.allCases
        return [
            Flag("help", letter: "h", of: all, "print this text", .answer(.help(nil))),
            Flag(
                "version", letter: "V", of: all, "print the version, the build and the libraries",
                .answer(.version)),
        ]
    }
}
