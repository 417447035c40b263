import ClientEngine
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorValues
import InspectorWorkspace
import RequestFormats

/// `inspector curl`: fires one command line of curl, and prints what curl would print.
///
/// ```
/// words ──▶ CurlCommand ──▶ request ──▶ CurlFetch ── each event ──▶ CurlPrinter ──▶ BodyOutput
///                              │            └─────── the end ─────▶ CurlAnswer ──▶ messages, exit status
///                              └── --tui: the screen, with the request sent
/// ```
struct CurlLineCommand {
    var options: Options

    /// Runs the command; a screen, where one is asked for, is opened by the closure, which returns when it is left.
    func run(_ openScreen: (ScreenSession) -> ExitStatus) -> ExitStatus {
        do throws(CurlCommand.SyntaxError) {
            let command = try CurlCommand(parsing: options.paths)
            command.notes.forEach(StandardStream.complain)
            return try fire(command, openScreen)
        } catch {
            StandardStream.complain(error.message)
            return .usage
        }
    }

    private func fire(
        _ command: CurlCommand, _ openScreen: (ScreenSession) -> ExitStatus
    ) throws(CurlCommand.SyntaxError) -> ExitStatus {
        let prepared = OutgoingRequest(request: try request(of: command), provenance: Provenance(.curl))
        var options = options
        options.paths = []
        options.client.isInsecure = command.switches.contains(.insecure)
        let client = Client {
            options.client.configure(&$0)
            // As curl does: a command line sends the cookies that it names.
            $0.cookies = nil
            // Whoever reads the output may take his time.
            $0.eventPatience = nil
        }
        if options.opensScreen {
            return openScreen(options.session(with: client, title: "curl", sending: prepared))
        }
        let path = try outputPath(of: command, for: prepared.request)
        return try send(prepared, as: command, with: client, to: path)
    }

    private func send(
        _ prepared: OutgoingRequest, as command: CurlCommand, with client: Client, to path: String?
    ) throws(CurlCommand.SyntaxError) -> ExitStatus {
        var prepared = prepared
        let options = prepared.request.options.merged(over: client.configuration.options)
        // What is printed as it arrives need not be kept; an answer that may be followed by another is.
        prepared.request.discardsBody = (options.retry ?? .never).maximumRetries == 0
        let output = try Result { () throws(FileError) in try BodyOutput(path: path) }
            .mapError(CurlCommand.SyntaxError.init).get()
        do throws(FileError) {
            return try fetch(prepared, as: command, with: client, into: output, path)
        } catch {
            // Who reads no further has what he wanted.
            if error.code == EPIPE { return .brokenPipe }
            StandardStream.complain(error.description)
            return .failure
        }
    }

    /// Prints what `-w` asks for; `@` names the file that holds it.
    private func write(_ command: CurlCommand, _ record: TaskRecord, _ path: String?) throws(FileError) {
        for case .writesOut(var format) in command.switches {
            if format.hasPrefix("@") {
                let file = String(format.dropFirst())
                let bytes =
                    file == "-"
                    ? try ImportFiles.read("-", endings: [])[0].bytes
                    : try RegularFile(file).contents(limit: 1 << 20)
                format = String(decoding: bytes, as: UTF8.self)
            }
            let writer = WriteOut(format: format, file: path) { value, isForErrors in
                let stream = isForErrors ? StandardStream.error : .output
                guard stream.isTerminal else { return value }
                return DisplayText(untrusted: value).spelled(in: stream.charset).string
            }
            let text = writer.text(for: record)
            text.unknown.forEach { StandardStream.complain("unknown --write-out variable: '\($0)'") }
            StandardStream.error.write(text.error)
            try StandardStream.output.deliver(Array(text.output.utf8))
        }
    }

    private func fetch(
        _ prepared: OutgoingRequest, as command: CurlCommand, with client: Client, into output: BodyOutput,
        _ path: String?
    ) throws(FileError) -> ExitStatus {
        let (record, signal) = try transfer(prepared, as: command, with: client, into: output, path)
        let answer = CurlAnswer(record: record, switches: command.switches, charset: Charset())
        try output.finish(isSuccess: signal == nil && answer.isSuccess)
        if let signal { return ExitStatus(signal: signal) }
        answer.messages.forEach(StandardStream.complain)
        StandardStream.error.write(answer.trace)
        try write(command, record, path)
        return answer.isSuccess ? .success : .failure
    }

    /// Prints the body as it comes; where it goes into a file, a terminal says how far it is.
    private func transfer(
        _ prepared: OutgoingRequest, as command: CurlCommand, with client: Client, into output: BodyOutput,
        _ path: String?
    ) throws(FileError) -> (record: TaskRecord, signal: Int32?) {
        var printer = CurlPrinter(prepared.request, switches: command.switches)
        let watched = command.switches.contains(.silent) ? nil : path
        var progress = watched.flatMap { TransferProgress(of: $0) }
        defer { progress?.clear() }
        return try CurlFetch(client: client, prepared: prepared).run { (event) throws(FileError) in
            progress?.show(event)
            try output.write(printer.bytes(for: event))
        }
    }

    /// Returns the request with the files of its form read into it.
    private func request(of command: CurlCommand) throws(CurlCommand.SyntaxError) -> Request {
        var request = command.request
        guard let form = command.form, form.hasFiles else { return request }
        let bytes = try Result { () throws(FileError) in
            try form.body { path throws(FileError) in try RegularFile(path).contents() }
        }.mapError(CurlCommand.SyntaxError.init).get()
        request.body = .bytes(bytes)
        return request
    }

    /// Returns the path of `-o` or `-O` for the body; nil is the standard output.
    private func outputPath(
        of command: CurlCommand, for request: Request
    ) throws(CurlCommand.SyntaxError) -> String? {
        for wish in command.switches {
            if case .writes(let path) = wish { return path == "-" ? nil : path }
        }
        guard command.switches.contains(.usesRemoteName) else { return nil }
        let path = (try? RequestURL(parsing: request.url))?.path ?? ""
        guard let name = path.split(at: "/", omittingEmptySubsequences: false).last, !name.isEmpty,
            name != ".", name != ".."
        else { throw CurlCommand.SyntaxError(message: "The URL ends with no name that -O could use.") }
        return String(name)
    }
}

extension CurlCommand.SyntaxError {
    fileprivate init(_ error: FileError) { self.init(message: error.description) }
}
