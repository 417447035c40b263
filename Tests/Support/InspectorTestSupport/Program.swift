import CInspectorChild
import EngineHTTP
import EngineSupport
import Foundation
import InspectorHTTPServer
import Testing

/// Another program, for tests that run on ``OwnThread``.
///
/// Its input and output are unnamed files, so that neither it nor the test waits for a full or open pipe. It is
/// killed when the last reference is released.
package final class Program {
    /// The exit status and output of a program.
    package struct Outcome {
        package var status: Int32
        package var bytes: [UInt8]
        package var messages: String

        package var output: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let name: String
    /// The process number.
    package let number: Int32
    private let output: ScratchFile
    private let messages: ScratchFile
    /// The exit status, or the signal that ended the program.
    ///
    /// `nil` while it runs.
    private let status = Monitor<Int32?>(nil)

    /// Starts a program, given its path or its name in the folders of `PATH`.
    package init(
        _ words: [String], in folder: String? = nil, environment: [String: String]? = nil,
        input: [UInt8] = []
    ) throws {
        name = words.prefix(2).joined(separator: " ")
        output = try ScratchFile()
        messages = try ScratchFile()
        let isPath = words[0].contains("/")
        var environment = environment ?? ProcessInfo.processInfo.environment
        environment["XDG_STATE_HOME"] = environment["XDG_STATE_HOME"] ?? Self.state
        environment["SWIFT_BACKTRACE"] = "enable=no"
        number = try Self.start(
            isPath ? URL(filePath: words[0]).path : "/usr/bin/env", isPath ? words : ["env"] + words,
            environment.map { "\($0)=\($1)" }, in: folder,
            [ScratchFile(holding: input), output, messages])
        let isWatched = DetachedThread.start { [number, status] in
            // Signals can be sent until the process number is released for reuse.
            var information = siginfo_t()
            while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            status.withLock { $0 = Self.reap(number) }
        }
        guard isWatched else {
            signal(SIGKILL)
            status.withLock { $0 = Self.reap(number) }
            throw ServerError(because: "the system has no thread left")
        }
    }

    /// Foundation's `Process` is not used.
    ///
    /// It lists open files, and reads beyond a directory's buffer if there are many.
    private static func start(
        _ path: String, _ arguments: [String], _ environment: [String], in folder: String?,
        _ files: [ScratchFile]
    ) throws -> Int32 {
        let texts = [arguments, environment].map { $0.map { strdup($0) } + [nil] }
        defer { for text in texts.joined() { free(text) } }
        var child: Int32 = 0
        let failure = withExtendedLifetime(files) {
            cchild_start(&child, path, texts[0], texts[1], folder, files.map(\.descriptor))
        }
        guard failure == 0 else {
            throw ServerError(because: "cannot start \(path): \(String(cString: strerror(failure)))")
        }
        return child
    }

    private static func reap(_ child: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : signal
    }

    /// The default state folder of programs, so that no test writes to the history of the user who runs it.
    private static let state: String = {
        let path = NSTemporaryDirectory() + "/inspector-tests-state-\(getpid())"
        atexit {
            try? FileManager.default.removeItem(
                atPath: NSTemporaryDirectory() + "/inspector-tests-state-\(getpid())")
        }
        return path
    }()

    deinit {
        signal(SIGKILL)
        _ = status.wait { $0 }
    }

    /// Runs a program until it ends.
    package static func run(
        _ words: [String], in folder: String? = nil, environment: [String: String]? = nil,
        input: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        try Program(words, in: folder, environment: environment, input: input)
            .outcome(sourceLocation: sourceLocation)
    }

    /// Sends the program a signal unless it has ended.
    package func signal(_ signal: Int32) {
        status.withLock { if $0 == nil { kill(number, signal) } }
    }

    /// Blocks until the program has ended.
    ///
    /// After the limit, kills it and throws ``Missing``.
    package func outcome(
        within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        guard let status = status.wait(timeout: limit, for: { $0 }) else {
            signal(SIGKILL)
            throw missing("the end", within: limit, sourceLocation)
        }
        return Outcome(
            status: status, bytes: output.bytes, messages: String(decoding: messages.bytes, as: UTF8.self))
    }

    /// Blocks until `find` returns a value for the output so far.
    package func wait<Found>(
        for what: String, within limit: Duration = patience,
        sourceLocation: SourceLocation = #_sourceLocation, in find: (String) -> Found?
    ) throws -> Found {
        let end = ContinuousClock.now + limit
        while true {
            // After the end of the program, its last output is complete.
            let isLast = status.withLock { $0 } != nil || ContinuousClock.now >= end
            if let found = find(String(decoding: output.bytes, as: UTF8.self)) { return found }
            if isLast { throw missing(what, within: limit, sourceLocation) }
            usleep(1000)
        }
    }

    private func missing(_ what: String, within limit: Duration, _ sourceLocation: SourceLocation) -> Missing
    {
        let said = [output, messages].map { String(decoding: $0.bytes.suffix(2000), as: UTF8.self) }
        return Missing(
            "\(what) of “\(name)” (it wrote: \(said))", within: limit, sourceLocation: sourceLocation)
    }
}

extension String {
    /// The lines that end with a line break.
    package var wholeLines: [Substring] {
        Array(split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    }
}

/// An unnamed file.
private final class ScratchFile {
    let descriptor: Int32

    /// Creates a file that is read from its beginning.
    init(holding bytes: [UInt8] = []) throws {
        var path = Array((NSTemporaryDirectory() + "/program-XXXXXX").utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw ServerError("mkstemp") }
        unlink(path)
        guard bytes.isEmpty || pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw ServerError("pwrite")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The content of the file.
    ///
    /// Reading it does not move the file position, which the program shares.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = pread(descriptor, &block, block.count, bytes.count), count > 0 {
            bytes += block[..<count]
        }
        return bytes
    }
}
