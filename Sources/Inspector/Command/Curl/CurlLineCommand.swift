import Canvas
import ClientEngine
import Foundation
import RequestFormats

/// `inspector curl`: fires one command line of curl, and prints what curl would print.
///
/// ```
/// words ──▶ CurlCommand ──▶ request ──▶ SendLoop ──▶ CurlAnswer ──▶ standard output, or the file of -o
///                              └── --tui: the screen, with the request sent
/// ```
struct CurlLineCommand {
    var options: Options

    func run() -> ExitStatus {
        do throws(CurlCommand.Failure) {
            let command = try CurlCommand(parsing: options.paths)
            command.notes.forEach(StandardStream.complain)
            return try fire(command)
        } catch {
            StandardStream.complain(error.message)
            return .usage
        }
    }

    private func fire(_ command: CurlCommand) throws(CurlCommand.Failure) -> ExitStatus {
        let prepared = PreparedRequest(request: try request(of: command), provenance: Provenance(.curl))
        var options = options
        options.paths = []
        options.isInsecure = command.switches.contains(.insecure)
        let client = Client {
            options.configure(&$0)
            // As curl does: a command line sends the cookies that it names.
            $0.cookies = nil
        }
        if options.opensScreen {
            let screen = ScreenCommand(options: options)
            return screen.open(screen.workspace, with: client, title: "curl", sending: prepared)
        }
        guard let path = try outputPath(of: command, for: prepared.request) else {
            let answer = send(prepared, as: command, with: client)
            show(answer.output)
            return answer.status
        }
        return try send(prepared, as: command, with: client, to: path)
    }

    /// A file or a pipe gets the bytes as they are; a terminal is not left to what a server sends.
    private func show(_ bytes: [UInt8]) {
        guard StandardStream.output.isTerminal else { return StandardStream.output.write(bytes) }
        let lines = DisplayText.lines(untrusted: bytes).map(\.string)
        StandardStream.output.write(lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n"))
    }

    private func send(
        _ prepared: PreparedRequest, as command: CurlCommand, with client: Client, to path: String
    ) throws(CurlCommand.Failure) -> ExitStatus {
        do throws(FileError) {
            // Opened before anything is sent: what cannot be written is said now.
            var file = try OutputFile(path)
            let answer = send(prepared, as: command, with: client)
            if answer.status == .success { try file.commit(answer.output) }
            return answer.status
        } catch {
            throw CurlCommand.Failure(message: error.description)
        }
    }

    /// The request with the files of its form read into it.
    private func request(of command: CurlCommand) throws(CurlCommand.Failure) -> Request {
        var request = command.request
        guard let form = command.form, form.hasFiles else { return request }
        do throws(FileError) {
            request.body = .data(
                try form.body { path throws(FileError) in try RegularFile(path).contents() })
            return request
        } catch {
            throw CurlCommand.Failure(message: error.description)
        }
    }

    /// Where `-o` and `-O` want the body; nil is the standard output.
    private func outputPath(
        of command: CurlCommand, for request: Request
    ) throws(CurlCommand.Failure) -> String? {
        for wish in command.switches {
            if case .writes(let path) = wish { return path == "-" ? nil : path }
        }
        guard command.switches.contains(.usesRemoteName) else { return nil }
        let path = (try? RequestURL(parsing: request.url))?.path ?? ""
        guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last, !name.isEmpty,
            name != ".", name != ".."
        else { throw CurlCommand.Failure(message: "The URL ends with no name that -O could use.") }
        return String(name)
    }

    private func send(
        _ prepared: PreparedRequest, as command: CurlCommand, with client: Client
    ) -> (output: [UInt8], status: ExitStatus) {
        let inbox = Inbox<SendLoop.Message>()
        let interruptions = Interruptions { inbox.append(.signal($0)) }
        defer { withExtendedLifetime(interruptions) {} }
        var loop = SendLoop(client: client, inbox: inbox, output: NoOutput())
        loop.keepsRecords = true
        let result = loop.run([prepared])
        guard result.signal == nil, let record = result.records.first else {
            return ([], ExitStatus(signal: result.signal ?? SIGINT))
        }
        let answer = CurlAnswer(record: record, switches: command.switches)
        answer.messages.forEach(StandardStream.complain)
        StandardStream.error.write(answer.trace)
        return (answer.output, answer.isSuccess ? .success : .failure)
    }
}

/// Shows nothing while a task runs.
private struct NoOutput: RunOutput {
    func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {}
    func showProgress(of live: [TaskRecord], now: Instant) {}
    func finish(_ summary: RunSummary) {}
}
