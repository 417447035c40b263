import CInspectorPty
import Foundation
import InspectorTestSupport

/// A program running on a terminal that a test types into and reads from.
///
/// Waiting is always for something that happens, up to a limit; nothing sleeps. Used by one test at a time, hence not
/// `Sendable`.
final class PseudoTerminal {
    /// What could not be started, or did not come in time.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// How a program ended.
    enum Exit: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    /// Holds everything the program has written and no `expect` has passed.
    private(set) var output: [UInt8] = []
    /// Holds everything the program has written.
    private(set) var transcript: [UInt8] = []
    private var session = cpty_session()
    private var exit: Exit?

    /// Starts a program; `environment` is all it gets.
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

    /// A UTF-8 terminal of 256 colours and nothing else.
    static let environment = [
        "TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        "HOME": ProcessInfo.processInfo.environment["HOME"] ?? "/",
    ]

    /// The text no `expect` has passed, repaired where it is not UTF-8.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Tells whether the terminal collects lines and echoes, as it does outside full-screen programs.
    var isCooked: Bool { cpty_is_cooked(&session) != 0 }

    /// Tells whether the terminal's modes are exactly those from before the program started.
    var isRestored: Bool { cpty_is_restored(&session) != 0 }

    /// Waits until the program has written `bytes` and passes over them.
    func expect(_ bytes: some Collection<UInt8>, within limit: Duration = patience) throws {
        let wanted = Data(bytes)
        try wait(for: "\"\(String(decoding: wanted, as: UTF8.self))\"", within: limit) {
            guard let range = Data(output).range(of: wanted) else { return false }
            output.removeFirst(range.upperBound)
            return true
        }
    }

    /// Waits until the program has written `text` and passes over it.
    func expect(_ text: String, within limit: Duration = patience) throws {
        try expect(Array(text.utf8), within: limit)
    }

    /// Waits until a condition on the output or the terminal holds.
    func wait(for what: String, within limit: Duration = patience, _ condition: () -> Bool) throws {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < deadline else { throw missing(what, "in time") }
            // What was written before the end is still to be read after it.
            let hasEnded = exit != nil
            if !receive(milliseconds: hasEnded ? 0 : 10), hasEnded {
                throw missing(what, "before the program ended")
            }
            reap()
        }
    }

    /// The process number of the program.
    var process: Int32 { session.child }

    /// Waits until the program has written nothing for a while.
    func waitForQuiet(of duration: Duration, within limit: Duration = patience) throws {
        let deadline = ContinuousClock.now + limit
        while countBytes(for: duration) > 0 {
            guard ContinuousClock.now < deadline else { throw missing("\(duration) of silence", "in time") }
        }
    }

    /// Counts what the program writes in a while.
    func countBytes(for duration: Duration) -> Int {
        let before = transcript.count
        let deadline = ContinuousClock.now + duration
        while case let left = deadline - ContinuousClock.now, left > .zero {
            receive(milliseconds: Int32(left / .milliseconds(1)) + 1)
        }
        return transcript.count - before
    }

    /// Types.
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

    /// Has the terminal take nothing more, as ^S does.
    func stopOutput() { cpty_stop_output(&session) }

    /// Closes the window under the program.
    func hangUp() {
        cpty_hang_up(&session)
    }

    /// Waits for the program's end and takes in all it wrote.
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

    /// Takes in what the program writes; false when there was nothing.
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
