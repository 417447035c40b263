import ClientEngine
import Dispatch
import EngineSupport
import Glibc
import InspectorCanvas
import InspectorValues

/// A program that is watched beside a screen: started when that is ready for it, and ended with it.
///
/// It has no input, and for its output a terminal of its own: programs keep their colours, and write line by line.
package final class WatchedProgram: Sendable {
    private struct State: Sendable {
        var child: ChildProcess?
        var terminal: ProgramTerminal?
        var size = (columns: 80, lines: 24)
        var status: Int32?
        var error: ChildProcess.StartError?
        /// Nobody looks any more: what has just been started is ended.
        var isOver = false
    }

    /// The time that a program has to end when it is asked to, and its output to come behind it.
    private static let patience = (
        ending: DispatchTimeInterval.seconds(2), silence: DispatchTimeInterval.milliseconds(300)
    )

    /// The words of its command line.
    package let command: [String]
    /// The variables that lead it here, and where what is asked there goes.
    package let variables: [String]
    private let environment: [String: String]
    private let cover: FileCover?
    private let state = Locked(State())
    /// Raised when it has ended, and when all that it wrote was handed on.
    private let (hasEnded, isSilent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    init(
        _ command: [String], environment: [String: String], variables: [String],
        seeing cover: FileCover? = nil
    ) {
        self.cover = cover
        self.command = command
        self.environment = environment
        self.variables = variables
    }

    /// Starts it; what becomes of it is told on any thread.
    package func start(_ receive: @escaping @Sendable (ProgramNews) -> Void) {
        do throws(ChildProcess.StartError) {
            let size = state.withLock(\.size)
            guard let terminal = ProgramTerminal(columns: size.columns, lines: size.lines) else {
                throw ChildProcess.StartError(program: command.first ?? "", code: errno)
            }
            defer { terminal.closeProgramEnd() }
            let child = try ChildProcess(
                command, environment: environment, seeing: cover, writingTo: terminal)
            let isOver = state.withLock { state in
                (state.child, state.terminal) = (child, terminal)
                return state.isOver
            }
            receive(.started(process: child.number))
            terminal.read { [state, isSilent] output in
                if let output { return receive(.wrote(output)) }
                state.withLock { $0.terminal = nil }
                isSilent.signal()
            }
            child.onExit { [state, hasEnded] status in
                state.withLock { $0.status = status }
                receive(.ended(status: status))
                hasEnded.signal()
            }
            if isOver { terminate() }
        } catch {
            state.withLock { $0.error = error }
            receive(.refused)
        }
    }

    package func resize(columns: Int, lines: Int) {
        state.withLock { state in
            state.size = (columns, lines)
            state.terminal?.resize(columns: columns, lines: lines)
        }
        signal(SIGWINCH)
    }

    /// Asks it to end.
    package func terminate() { signal(SIGTERM) }

    /// Ends it, if need be by force, and waits until it has.
    package func end() {
        let isStarted = state.withLock { state in
            state.isOver = true
            return state.child != nil
        }
        guard isStarted else { return }
        terminate()
        if hasEnded.wait(timeout: .now() + Self.patience.ending) == .timedOut {
            signal(SIGKILL)
            _ = hasEnded.wait(timeout: .now() + Self.patience.ending)
        }
        _ = isSilent.wait(timeout: .now() + Self.patience.silence)
    }

    /// The status that it has ended with; nil where it has not.
    var status: Int32? { state.withLock(\.status) }

    /// The reason why it could not be started.
    var startError: ChildProcess.StartError? { state.withLock(\.error) }

    /// The number of a program that has ended may be another's.
    private func signal(_ number: Int32) {
        state.withLock { if $0.status == nil { $0.child?.signalAll(number) } }
    }
}
