import ClientEngine
import ClientEngineRecording
import EngineJSON
import EngineSupport
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorGateway
import InspectorHistory
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// `inspector watch`: stands between a program and the servers that it asks by a URL in one of its variables, or through a proxy.
///
///     program ─┬─ $VARIABLE: http://127.0.0.1:PORT/v1 ──▶ Gateway ──▶ client ──▶ https://api.example.com/v1
///              └─ $http_proxy: http://127.0.0.1:PORT ───▶ Gateway ──▶ client, or a tunnel ──▶ any server
///
/// The status of the command is that of the program. On a terminal the screen shows its requests, and what it prints in a pane;
/// else it keeps its files, and what it sends is told in lines on the standard error, or in the file of `-o`.
///
/// `inspector attach` is the same for programs that tell of themselves, through a socket that a variable names.
struct WatchCommand {
    var options: Options
    /// Indicates whether programs tell of themselves, and nothing stands before their servers.
    var attaches = false
    /// Where tasks are kept; nil keeps none.
    var history: HistoryFolder?

    /// The variable that leads to the server of `--to`.
    private static let variable = "INSPECTOR_URL"
    /// The most bytes of bodies that are kept for an archive, the newest.
    private static let keptBytes = 256 << 20

    func run(_ openScreen: (ScreenSession) -> ExitStatus) -> ExitStatus {
        do throws(RunPlan.PlanError) {
            let reading = opensScreen ? ConfigFile.Reading() : options.configuration
            let problems = reading.problems + ServingLoop.problems(of: options)
            guard problems.isEmpty else { throw RunPlan.PlanError(lines: problems) }
            reading.warnings.forEach(StandardStream.complain)
            return opensScreen ? try show(openScreen) : try run(options.run.failIf.map(Self.filter))
        } catch {
            error.lines.forEach(StandardStream.complain)
            return .usage
        }
    }

    /// Without a program there are lines to paste, and whoever names a file or a filter is a script.
    private var opensScreen: Bool {
        let wantsLines =
            options.screen.isPlain || options.isJSON || options.output != nil || options.har != nil
            || options.run.failIf != nil
        let hasTerminal = isatty(STDIN_FILENO) == 1 && StandardStream.output.isTerminal
        return hasTerminal && !wantsLines && (attaches || !options.server.program.isEmpty)
    }

    private func show(_ openScreen: (ScreenSession) -> ExitStatus) throws(RunPlan.PlanError) -> ExitStatus {
        do {
            let client = Client { options.client.configure(&$0) }
            let trust = try sessionTrust
            defer { withExtendedLifetime(trust) {} }
            let listener = try attaches ? listener(for: client) : nil
            let holds = attaches ? nil : HoldController(client.configuration.time)
            let watched =
                try listener.map { [WatchedServer($0)] }
                ?? listen(for: client, keepingBodies: true, opening: trust?.opener, holding: holds)
            defer { watched.forEach { $0.stop() } }
            let address = listener.map { "\(AttachSocket.variable)=\($0.socket.path)" }
            var session = options.session(with: client, title: address)
            session.listener = listener
            session.history = kept
            session.holds = holds
            if !options.server.program.isEmpty {
                session.program = WatchedProgram(
                    options.server.program, environment: environment(of: watched, trusting: trust),
                    variables: watched.map { "\($0.variable)=\($0.address) → \($0.destination)" }
                        + (trust.map { ["certificates: \($0.summary)"] } ?? [])
                        + (summary(of: MockFolder(options.mocksFolder, trust: Trust(options)).mocks).map {
                            ["mocks: \($0)"]
                        } ?? []),
                    seeing: trust?.cover)
            }
            let status = openScreen(session)
            if let error = session.program?.startError { return complain(error) }
            let ended = session.program?.status.map(ExitStatus.init(rawValue:))
            return status == .success ? ended ?? status : status
        } catch {
            throw RunPlan.PlanError(lines: ["\(error)"])
        }
    }

    private func complain(_ error: ChildProcess.StartError) -> ExitStatus {
        StandardStream.complain(error.description)
        return error.code == ENOENT ? .notFound : .notExecutable
    }

    private func run(_ filter: FailureFilter?) throws(RunPlan.PlanError) -> ExitStatus {
        do {
            // Opened before anything is started: what cannot be written is said now.
            let lines = try options.output.map { path throws(FileError) in try LineFile(path) }
            var archive = try options.har.map { path throws(FileError) in try OutputFile(path) }
            // A relay that prints lines is to be quick, and `--har` keeps what it is asked for.
            let history = attaches ? kept.map { HistoryWriter($0) } : nil
            let ended = EndedTasks(filter: filter, keepsRecords: archive != nil)
            let loop = ServingLoop(options, keepingBodies: archive != nil || history != nil) { bytes in
                if let lines { lines.write(bytes) } else { StandardStream.error.write(bytes) }
            }
            let trust = try sessionTrust
            defer { withExtendedLifetime(trust) {} }
            let status = try loop.run { start in
                ServedTasks(
                    ServedLines.output(for: .error, isJSON: options.isJSON, since: start, write: loop.write),
                    backlog: loop.backlog
                ) { record in
                    ended.add(record)
                    history?.add(record)
                }
            } starting: { loop in
                try start(with: loop, trust, keptBy: history)
            }
            let isWritten = write(ended.records, to: &archive)
            history?.finishOrComplain()
            guard status == .success else { return status }
            return isWritten && !ended.hasMatch ? .success : .failure
        } catch let error as ChildProcess.StartError {
            return complain(error)
        } catch {
            throw RunPlan.PlanError(lines: ["\(error)"])
        }
    }

    private var kept: HistorySession? {
        history.flatMap { options.historySession(of: attaches ? .attach : .watch, in: $0) }
    }

    private static func filter(_ text: String) throws(RunPlan.PlanError) -> FailureFilter {
        do throws(FailureFilter.ReadingError) {
            return try FailureFilter(text)
        } catch {
            throw RunPlan.PlanError(lines: [error.description])
        }
    }

    // MARK: Starting

    private var origins: [WatchedOrigin] {
        let asked = options.server.upstream.flatMap { WatchedOrigin(variable: Self.variable, address: $0) }
        return options.server.origins + (asked.map { [$0] } ?? [])
    }

    /// The certificates for the hosts that are opened; nil where there are none.
    private var sessionTrust: SessionTrust? {
        get throws {
            let hosts = options.server.openedHosts
            return hosts.isEmpty ? nil : try SessionTrust(for: hosts, in: ProcessEnvironment.variables)
        }
    }

    private func listen(
        for client: Client, backlog: Backlog? = nil, keepingBodies: Bool, opening opener: TLSOpener?,
        holding holds: HoldController? = nil
    ) throws -> [WatchedServer] {
        // What one server says of another leads to that one's address, too.
        let relayed = Locked(RelayedOrigins())
        let start = { (upstream: String?) in
            try options.gateway(
                on: 0, for: client, to: upstream, backlog: backlog, keepingBodies: keepingBodies,
                relaying: relayed, opening: opener, holding: holds)
        }
        var watched: [WatchedServer] = try origins.map { origin in
            let server = try start(origin.upstream)
            let url = try RequestURL(parsing: origin.upstream)
            relayed.withLock { $0.add(url, as: server.url) }
            return WatchedServer(server, of: origin)
        }
        if options.server.givesProxy {
            watched.append(WatchedServer(proxy: try start(nil), opening: opener?.hosts ?? []))
        }
        return watched
    }

    private func environment(of watched: [WatchedServer], trusting trust: SessionTrust?) -> [String: String] {
        let variables = watched.flatMap(\.variables) + (trust?.variables ?? [])
        let environment = ProcessEnvironment.variables
        // Through the proxy everything goes, also what is asked at our own addresses.
        guard !options.server.givesProxy, !attaches else {
            return environment.merging(variables.map { ($0.name, $0.value) }) { $1 }
        }
        return ChildProcess.environment(environment, adding: variables)
    }

    private func listener(for client: Client) throws -> AttachListener {
        try AttachListener(at: options.server.socket.map { AttachSocket($0) } ?? .standard, for: client)
    }

    private func start(
        with loop: ServingLoop, _ trust: SessionTrust?, keptBy history: HistoryWriter?
    ) throws -> (stop: () -> Void, child: ChildProcess?) {
        let watched: [WatchedServer]
        if attaches {
            let listener = try listener(for: loop.client)
            watched = [WatchedServer(listener)]
            listener.start { news in
                if news.isProblem { StandardStream.complain(news.text) }
            } waitingWhile: {
                loop.isBehind || history?.isBehind == true
            }
        } else {
            watched = try listen(
                for: loop.client, backlog: loop.backlog, keepingBodies: options.har != nil,
                opening: trust?.opener)
        }
        announce(watched, trust, by: loop)
        let stop = { watched.forEach { $0.stop() } }
        guard !options.server.program.isEmpty else {
            let variables = watched.flatMap(\.variables) + (trust?.variables ?? [])
            StandardStream.output.write(ShellExports(variables: variables).text)
            return (stop, nil)
        }
        do throws(ChildProcess.StartError) {
            let child = try ChildProcess(
                options.server.program, environment: environment(of: watched, trusting: trust),
                seeing: trust?.cover)
            return (stop, child)
        } catch {
            if attaches { stop() }
            throw error
        }
    }

    // MARK: What is left

    private func write(_ records: [TaskRecord], to file: inout OutputFile?) -> Bool {
        guard file != nil else { return true }
        var redaction = options.redaction
        let writer = HARWriter(creator: (name: Version.name, version: Version.number))
        do throws(FileError) {
            try file?.commit(writer.write(records, redaction: &redaction))
            return true
        } catch {
            StandardStream.complain(error.description)
            return false
        }
    }

    /// The tasks that have ended, as far as they are remembered.
    private final class EndedTasks {
        private(set) var records: [TaskRecord] = []
        private(set) var hasMatch = false
        private var filter: FailureFilter?
        private let keepsRecords: Bool
        private var keptBytes = 0
        /// The index of the oldest record that has its bodies.
        private var firstWhole = 0

        init(filter: FailureFilter?, keepsRecords: Bool) {
            self.filter = filter
            self.keepsRecords = keepsRecords
        }

        func add(_ record: TaskRecord) {
            // An expression that takes too long to decide is no success.
            if filter != nil, filter?.matches(record) != false { hasMatch = true }
            guard keepsRecords else { return }
            records.append(record)
            keptBytes += record.keptBytes
            while keptBytes > WatchCommand.keptBytes {
                keptBytes -= records[firstWhole].keptBytes
                records[firstWhole].dropBodies()
                firstWhole += 1
            }
        }
    }
}

/// A file that lines are appended to as they come.
private final class LineFile: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(FileError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path, errno: errno) }
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) { _ = writeAll(bytes, to: descriptor) }
}
