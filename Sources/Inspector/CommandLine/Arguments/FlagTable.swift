/// Every flag of the program.
///
/// The parser and `--help` read this table and nothing else.
enum FlagTable {
    /// Finds a flag by its long name.
    static func flag(named name: String) -> Flag? { rows.first { $0.name == name } }

    /// Finds a flag by its letter.
    static func flag(lettered letter: Character) -> Flag? { rows.first { $0.letter == letter } }

    static var rows: [Flag] {
        sending + securing + running + curling + exchanging + drawing + serving + everywhere + reserved
    }

    private static let senders: Set<CommandName> = [.screen, .demo, .run]
    /// The commands that fill variables in.
    private static let readers = senders.union([.exporting])
    /// Those whose requests go to servers, whoever has asked for them.
    private static let callers: Set<CommandName> = [.screen, .demo, .run, .mock]
    private static let servers: Set<CommandName> = [.screen, .mock]

    private static var sending: [Flag] {
        [
            Flag(
                "env", letter: "e", of: readers, "take variables from this environment",
                .read(placeholder: "NAME") { $0.environment = $1 }),
            Flag(
                "var", of: readers, "set a variable; wins over files and environments",
                .read(placeholder: "NAME=VALUE") { options, text throws(UsageError) in
                    options.variables.append(try FlagValue.variable(text))
                }),
            Flag(
                "mocks", of: callers, "take mocks from this folder (default: mocks/ beside the first path)",
                .read(placeholder: "DIR") { $0.mocks = $1 }),
            Flag(
                "global-response-templating", of: callers,
                "take responses of mocks for templates, as WireMock does",
                .set { $0.fillsInAll = true }),
            Flag(
                "retry", of: callers, "default number of retries",
                .read(placeholder: "N") { options, text throws(UsageError) in
                    options.retries = try FlagValue.number(text, in: 0...1000, for: "--retry")
                }),
            Flag(
                "timeout", of: callers, "default time limit of an attempt: 250ms 5s 2m",
                .read(placeholder: "DURATION") { options, text throws(UsageError) in
                    options.timeout = try FlagValue.duration(text, for: "--timeout")
                }),
            Flag(
                "resolve", of: callers, "use this address for a host, as in curl",
                .read(placeholder: "HOST:PORT:ADDR") { options, text throws(UsageError) in
                    options.resolve.append(try FlagValue.resolve(text))
                }),
            Flag(
                "connect-to", of: callers, "connect to another host, as in curl; empty parts match all",
                .read(placeholder: "HOST1:PORT1:HOST2:PORT2") { options, text throws(UsageError) in
                    options.connectTo.append(try FlagValue.connectTo(text))
                }),
            Flag("strict", of: readers, "read request files strictly", .set { $0.isStrict = true }),
            Flag("no-history", of: senders, "keep nothing of this session", .set { _ in }),
        ]
    }

    private static var securing: [Flag] {
        [
            Flag(
                "allow", of: readers,
                "let files read variables and write answers: env env:NAME write any-file",
                .read(placeholder: "WHAT,…") { options, text throws(UsageError) in
                    options.allowances += try FlagValue.allowances(text)
                }),
            Flag(
                "trust", of: [.run], "allow what the files want of that, and remember it for their folders",
                .set { $0.isTrusting = true }),
            Flag(
                "proxy", of: callers, "go through this proxy (default: http_proxy and its like)",
                .read(placeholder: "URL") { options, text throws(UsageError) in
                    options.proxy = try FlagValue.proxy(text)
                }),
            Flag(
                "cacert", of: callers, "trust the certificate authorities in this file, and no others",
                .read(placeholder: "FILE") { $0.authorities = $1 }),
            Flag(
                "cert", of: callers, "show this certificate to servers that ask for one",
                .read(placeholder: "FILE") { $0.certificate = $1 }),
            Flag(
                "key", of: callers, "the certificate's key (default: in the same file)",
                .read(placeholder: "FILE") { $0.key = $1 }),
            Flag(
                "insecure", letter: "k", of: callers,
                "do not check certificates, and say so wherever it matters",
                .set { $0.isInsecure = true }),
        ]
    }

    private static var running: [Flag] {
        [
            Flag("json", of: [.run, .mock], "print one JSON object per event", .set { $0.isJSON = true }),
            Flag(
                "har", of: [.run], "write what was sent and answered as HAR 1.2",
                .read(placeholder: "FILE") { $0.har = $1 }),
            Flag(
                "junit", of: [.run], "write requests and their assertions as JUnit XML",
                .read(placeholder: "FILE") { $0.junit = $1 }),
            Flag(
                "fail-if", of: [.run], "exit with 1 when a finished task matches",
                .read(placeholder: "FILTER") { $0.failIf = $1 }),
            Flag(
                "parallel", of: [.run], "have up to N requests under way at once (default: 1)",
                .read(placeholder: "N") { options, text throws(UsageError) in
                    options.parallel = try FlagValue.number(text, in: 1...256, for: "--parallel")
                }),
            Flag(
                "with-secrets", of: [.run, .exporting], "write secrets as they are instead of <redacted:N>",
                .set { $0.showsSecrets = true }),
        ]
    }

    private static var curling: [Flag] {
        [Flag("tui", of: [.curl], "open the screen with the request sent", .set { $0.opensScreen = true })]
    }

    private static var exchanging: [Flag] {
        [
            Flag(
                "output", letter: "o", of: [.importing, .exporting],
                "write into this folder (import) or this file (export)",
                .read(placeholder: "PATH") { $0.output = $1 })
        ]
    }

    private static var drawing: [Flag] {
        [
            Flag("ascii", of: [.screen, .demo], "draw with ASCII only", .set { $0.isASCII = true }),
            Flag(
                "keep-bodies", of: [.screen, .demo],
                "keep so many MiB of responses' bodies, the newest (default: 256)",
                .read(placeholder: "MIB") { options, text throws(UsageError) in
                    let count = try FlagValue.number(text, in: 1...1_048_576, for: "--keep-bodies")
                    options.keptBodies = count << 20
                }),
        ]
    }

    private static var serving: [Flag] {
        [
            Flag(
                "port", of: [.mock, .sandbox], "listen on this port (default: any free one)",
                .read(placeholder: "N") { options, text throws(UsageError) in
                    options.port = try FlagValue.number(text, in: 0...65535, for: "--port")
                }),
            Flag(
                "mock-port", of: [.screen],
                "serve the mocks to other programs on this port (0: any free one)",
                .read(placeholder: "N") { options, text throws(UsageError) in
                    options.mockPort = try FlagValue.number(text, in: 0...65535, for: "--mock-port")
                }),
            Flag(
                "to", of: servers, "pass on there what no mock answers",
                .read(placeholder: "URL") { options, text throws(UsageError) in
                    options.upstream = try FlagValue.upstream(text)
                }),
            Flag(
                "allow-host", of: servers, "answer requests for this host, too, not only for localhost",
                .read(placeholder: "NAME") { options, text throws(UsageError) in
                    options.allowedHosts.append(try FlagValue.hostName(text))
                }),
            Flag(
                "admin", of: servers, "let programs change the mocks, under /__admin as in WireMock",
                .set { $0.opensAdmin = true }),
        ]
    }

    private static var everywhere: [Flag] {
        let all = Set(CommandName.allCases)
        return [
            Flag("help", letter: "h", of: all, "print this text", .answer(.help)),
            Flag("version", of: all, "print the version", .answer(.version)),
        ]
    }

    /// Flags that are promised for later versions: known by name, so that nobody mistakes them for typing errors.
    private static var reserved: [Flag] {
        ["plain"].map { Flag($0, of: Set(CommandName.allCases), "", .reserved) }
    }
}
