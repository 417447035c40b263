import CInspectorPty
import Foundation
import InspectorTestSupport

/// A program on a pseudo-terminal, to which a test types and from which it reads.
///
/// Tests wait for events, up to a limit, and never sleep. Only one test uses an instance at a time, so it is not
/// `Sendable`.
final class PseudoTerminal {
    /// The program could not be started, or an expected event did not occur in time.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The end of a program.
    enum Exit: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    /// The output that no `expect` has consumed.
    private(set) var output: [UInt8] = []
    /// The whole output.
    private(set) var transcript: [UInt8] = []
    private var session = cpty_session()
    private var exit: Exit?

    /// Starts a program with exactly this environment.
    init(
        _ arguments: [String], environment: [String: String] = PseudoTerminal.environment,
        columns: Int = 80, rows: Int = 24
    ) throws {
        let variables = environment.map { "\($0)=\($1)" }
        let result = Self.withCStrings(arguments) { argv in
            Self.withCStrings(variables) { envp in
                cpty_start(&session, argv, envp, Int32(rows), Int32(columns))
            }
        }
        guard result == 0 else { throw Failure(description: String(cString: strerror(result))) }
    }

    deinit {
        cpty_close(&session)
    }

    /// The environment of a UTF-8 terminal with 256 colours.
    static let environment = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "HOME": ProcessInfo.processInfo.environment["HOME"] ?? "/",
    ]

    /// The output that no `expect` has consumed, with invalid UTF-8 repaired.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Indicates whether the terminal collects lines and echoes, like outside full-screen programs.
    var isCooked: Bool { cpty_is_cooked(&session) != 0 }

    /// Indicates whether the terminal's modes equal those before the program started.
    var isRestored: Bool { cpty_is_restored(&session) != 0 }

    /// Waits until the program has written `bytes`, and consumes the output up to them.
    func expect(_ bytes: some Collection<UInt8>, within limit: Duration = patience) throws {
        let wanted = Data(bytes)
        try wait(for: "\"\(String(decoding: wanted, as: UTF8.self))\"", within: limit) {
            guard let range = Data(output).range(of: wanted) else { return false }
            output.removeFirst(range.upperBound)
            return true
        }
    }

    /// Waits until the program has written `text`, and consumes the output up to it.
    func expect(_ text: String, within limit: Duration = patience) throws {
        try expect(Array(text.utf8), within: limit)
    }

    /// Waits until a condition on the output or the terminal holds.
    func wait(for what: String, within limit: Duration = patience, _ condition: () -> Bool) throws {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < deadline else { throw missing(what, "in time") }
            // Output written before the end can still be read after it.
            let hasEnded = exit != nil
            if !receive(milliseconds: hasEnded ? 0 : 10), hasEnded {
                throw missing(what, "before the program ended")
            }
            reap()
        }
    }

    /// The process number of the program.
    var process: Int32 { session.child }

    /// Waits until the program has written nothing for a duration.
    func waitForQuiet(of duration: Duration, within limit: Duration = patience) throws {
        let deadline = ContinuousClock.now + limit
        while countBytes(for: duration) > 0 {
            guard ContinuousClock.now < deadline else { throw missing("\(duration) of silence", "in time") }
        }
    }

    /// Returns the number of bytes that the program writes during a duration.
    func countBytes(for duration: Duration) -> Int {
        let before = transcript.count
        let deadline = ContinuousClock.now + duration
        while case let left = deadline - ContinuousClock.now, left > .zero {
            receive(milliseconds: Int32(left / .milliseconds(1)) + 1)
        }
        return transcript.count - before
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard cpty_write(&session, bytes, bytes.count) == 0 else {
            throw Failure(description: "the terminal is closed")
        }
    }

    /// Changes the size of the window.
    func resize(columns: Int, rows: Int) {
        _ = cpty_resize(&session, Int32(rows), Int32(columns))
    }

    /// Sends a signal to the program.
    func signal(_ number: Int32) {
        _ = cpty_signal(&session, number)
    }

    /// Suspends the terminal's output, like ^S.
    func stopOutput() { cpty_stop_output(&session) }

    /// Closes the window of the program.
    func hangUp() {
        cpty_hang_up(&session)
    }

    /// Waits for the end of the program, and reads all its output.
    func waitForExit(within limit: Duration = patience) throws -> Exit {
        let deadline = ContinuousClock.now + limit
        while exit == nil {
            guard ContinuousClock.now < deadline else { throw missing("an exit", "in time") }
            receive(milliseconds: 10)
            reap()
        }
        while receive(milliseconds: 0) {}
        guard let exit else { throw missing("an exit", "at all") }
        return exit
    }

    private func reap() {
        let code = cpty_exit(&session)
        if code >= 0 { exit = code >= 256 ? .signal(code - 256) : .status(code) }
    }

    private func missing(_ what: String, _ when: String) -> Failure {
        Failure(description: "\(what) did not come \(when); what came: \(text.suffix(2000).debugDescription)")
    }

    /// Reads available output.
    ///
    /// Returns `false` if there is none.
    @discardableResult
    private func receive(milliseconds: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = cpty_read(&session, &buffer, buffer.count, milliseconds)
        guard count > 0 else { return false }
        output += buffer[..<count]
        transcript += buffer[..<count]
        return true
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
