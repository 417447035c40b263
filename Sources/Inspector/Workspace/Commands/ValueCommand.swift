import CInspectorSpawn
import ClientEngine
import Glibc
import RequestFormats

/// A program whose output is the value of a variable: run without a shell, in a session without a terminal.
///
///     /dev/null ──▶ program ──▶ output, up to a limit: the value without the line break at its end
///                      ├──────▶ complaint, for the error
///                      └── too late or too much: killed, with the programs that it has started
struct ValueCommand {
    /// The program, found along `PATH`, and its arguments.
    var words: [String]
    /// The folder that the program runs in.
    var folder: String
    var limits = Limits()

    struct Limits: Sendable {
        var time = Duration.seconds(30)
        var output = 64 << 10
    }

    /// The words as they would be typed into a shell.
    var line: String { Self.line(of: words) }

    static func line(of words: [String]) -> String { words.map(\.shellQuoted).joined(separator: " ") }

    /// Runs the program and waits for its end.
    ///
    /// - Returns: Its output.
    /// - Throws: An error that names the command line and the reason.
    func value() throws(ResolveError) -> String {
        guard !words.contains(where: { $0.utf8.contains(0) }) else { throw failure("holds a NUL") }
        guard let output = ProgramPipe(), let complaint = ProgramPipe() else {
            throw failure("could not be started: \(String(cString: strerror(errno)))")
        }
        let process = try start(output, complaint)
        output.closeWriter()
        complaint.closeWriter()
        let excess = read(output, complaint)
        if excess != nil { kill(-process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        if let excess { throw failure(excess, hint: "run it in a terminal to see what it waits for") }
        guard status == 0 else {
            let end =
                status & 0x7F == 0
                ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
            throw failure(
                end + complaint.brief,
                hint: "it cannot ask for anything here: log in to it first, in a terminal")
        }
        guard let text = String(validating: output.taken, as: UTF8.self), !text.utf8.contains(0) else {
            throw failure("printed bytes that are not UTF-8 text")
        }
        let value = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
        guard !value.isEmpty else { throw failure("printed nothing" + complaint.brief) }
        return value
    }

    private func failure(_ reason: String, hint: String? = nil) -> ResolveError {
        ResolveError(.command, "“\(line)” \(reason)\(hint.map { " – \($0)" } ?? "").")
    }

    private func path(of name: String) throws(ResolveError) -> String {
        if name.hasPrefix("/") { return name }
        guard !name.utf8.contains(UInt8(ascii: "/")) else {
            throw failure("names a program by a relative path; use its name in PATH or its whole path")
        }
        // Relative folders mean another program in each folder.
        let folders = (ProcessEnvironment.variables["PATH"] ?? "").split(at: ":").filter { $0.hasPrefix("/") }
        guard
            let path = folders.lazy.map({ "\($0)/\(name)" as String }).first(where: { access($0, X_OK) == 0 })
        else {
            throw failure("names “\(name)”, which is not installed: no folder of PATH has it")
        }
        return path
    }

    private func start(_ output: ProgramPipe, _ complaint: ProgramPipe) throws(ResolveError) -> pid_t {
        let path = try path(of: words[0])
        var variables = ProcessEnvironment.variables
        // It names the terminal to gpg-agent, which would ask there.
        variables["GPG_TTY"] = nil
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let environment: [UnsafeMutablePointer<CChar>?] =
            variables.map { strdup($0.key + "=" + $0.value) } + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        let process = cs_run_for_output(
            path, arguments, environment, folder, output.writer, complaint.writer)
        guard process > 0 else {
            throw failure("could not be started: \(String(cString: strerror(-process)))")
        }
        return process
    }

    /// Reads until both pipes have ended; returns the limit that was exceeded.
    private func read(_ output: ProgramPipe, _ complaint: ProgramPipe) -> String? {
        let end = ContinuousClock.now + limits.time
        while !output.isOver || !complaint.isOver {
            let left = end - .now
            guard left > .zero else {
                return "did not end within \(limits.time / .seconds(1)) s and was ended"
            }
            var descriptors = [output, complaint].map {
                pollfd(fd: $0.isOver ? -1 : $0.reader, events: Int16(POLLIN), revents: 0)
            }
            guard
                poll(&descriptors, 2, Int32(clamping: Int(left / .milliseconds(1)) + 1)) >= 0
                    || errno == EINTR
            else {
                return "could not be read"
            }
            if descriptors[0].revents != 0 { output.readMore(keeping: limits.output + 1) }
            // A long complaint is read to its end, and forgotten.
            if descriptors[1].revents != 0 { complaint.readMore(keeping: 4096) }
            if output.taken.count > limits.output {
                return "printed more than \(limits.output >> 10) KiB and was ended"
            }
        }
        return nil
    }
}

/// A pipe that a program writes into, and the beginning of what it wrote.
private final class ProgramPipe {
    let reader: Int32
    private(set) var writer: Int32
    private(set) var taken: [UInt8] = []
    private(set) var isOver = false

    init?() {
        var ends: [Int32] = [-1, -1]
        guard cs_pipe(&ends) == 0 else { return nil }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        closeWriter()
    }

    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    func readMore(keeping limit: Int) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &buffer, buffer.count)
        if count > 0 {
            taken += buffer[..<min(count, max(0, limit - taken.count))]
        } else if count == 0 || errno != EINTR {
            isOver = true
        }
    }

    /// The first line that says something, as the end of a sentence.
    var brief: String {
        let lines = String(decoding: taken, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
        return ": \(line.prefix(200))"
    }
}
