import CInspectorSpawn
import ClientEngine
import EngineSupport
import Glibc
import InspectorValues

/// A program of the system that converts bytes to bytes, in isolation.
///
/// It has no environment, no inherited files, and limited time and memory.
///
///     input ── memory file ──▶ program ──▶ output, up to a limit
///                                 ├──────▶ error output
///                                 └── stopped, or a limit exceeded: killed
///
/// An instance runs once, on a thread that may block. Any thread may stop it.
package final class LimitedProgram: Sendable {
    /// The resource limits of a program.
    package struct Limits: Sendable {
        package var memory: Int
        package var time: Duration
        package var output: Int

        package init(memory: Int = 2 << 30, time: Duration = .seconds(10), output: Int = 32 << 20) {
            self.memory = memory
            self.time = time
            self.output = output
        }
    }

    /// The result of a run.
    package enum Outcome: Equatable, Sendable {
        case finished(status: Int32, output: [UInt8], complaint: String)
        /// The program was killed because of a limit, described by a phrase after its name.
        case exceeded(String)
        case stopped
        case notStarted(errno: Int32)
    }

    private struct State: Sendable {
        var process: pid_t?
        var isStopped = false
    }

    private let state = Locked(State())

    package init() {}

    /// Finds a program in the folders of a search path.
    ///
    /// Relative folders are skipped, because they depend on the current folder.
    package static func path(of name: String, in searchPath: String) -> String? {
        searchPath.split(at: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// Indicates whether `stop()` was called.
    package var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Kills the program, or prevents its start.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            if let process = state.process { kill(process, SIGKILL) }
        }
    }

    /// Runs a program and waits until it ends.
    package func run(_ path: String, _ arguments: [String], input: [UInt8], limits: Limits = Limits())
        -> Outcome
    {
        let file = cs_memory_file()
        guard file >= 0, Self.write(input, to: file) else { return .notStarted(errno: errno) }
        defer { close(file) }
        guard let output = OutputPipe(), let complaints = OutputPipe() else {
            return .notStarted(errno: errno)
        }
        let started = start([path] + arguments, file, output, complaints, limits)
        guard started > 0 else { return started == 0 ? .stopped : .notStarted(errno: -started) }
        output.closeWriter()
        complaints.closeWriter()
        let excess = Self.read(output, complaints, limits)
        if excess != nil { kill(started, SIGKILL) }
        let (status, isStopped) = reap(started)
        if isStopped { return .stopped }
        if let excess { return .exceeded(excess) }
        // There is no other sign of exceeded processor time or memory.
        guard status & 0x7F == 0 else { return .exceeded("took too much time or memory") }
        let text = String(decoding: complaints.taken, as: UTF8.self)
        return .finished(status: status >> 8 & 0xFF, output: output.taken, complaint: text)
    }

    /// Starts the program.
    ///
    /// Returns the process number, 0 if the program was stopped before, or -errno.
    private func start(
        _ words: [String], _ input: Int32, _ output: OutputPipe, _ complaints: OutputPipe, _ limits: Limits
    ) -> Int32 {
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { argv.forEach { free($0) } }
        argv.append(nil)
        let most = cs_limits(memory: UInt64(limits.memory), seconds: UInt64(limits.time.seconds))
        return state.withLock { state in
            guard !state.isStopped else { return 0 }
            let process = cs_start(words[0], argv, input, output.writer, complaints.writer, most)
            if process > 0 { state.process = process }
            return process
        }
    }

    /// Waits for the end, and forgets the process number before the system can reuse it.
    private func reap(_ process: pid_t) -> (status: Int32, isStopped: Bool) {
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return state.withLock { state in
            var status: Int32 = 0
            waitpid(process, &status, 0)
            state.process = nil
            return (status, state.isStopped)
        }
    }

    /// Reads until both pipes end.
    ///
    /// Returns the exceeded limit, or `nil`.
    private static func read(_ output: OutputPipe, _ complaints: OutputPipe, _ limits: Limits) -> String? {
        let end = ContinuousClock.now + limits.time
        while !output.isOver || !complaints.isOver {
            var descriptors = [output, complaints].map {
                pollfd(fd: $0.isOver ? -1 : $0.reader, events: Int16(POLLIN), revents: 0)
            }
            let left = end - .now
            guard left > .zero else { return "took more than \(limits.time.sentence)" }
            guard poll(&descriptors, 2, Int32(clamping: Int(left.milliseconds) + 1)) >= 0 || errno == EINTR
            else { return "could not be read" }
            if descriptors[0].revents != 0 { output.readMore() }
            if descriptors[1].revents != 0 { complaints.readMore() }
            if output.taken.count > limits.output { return "answered more than \(limits.output.byteText)" }
            if complaints.taken.count > 65_536 { return "complained without end" }
        }
        return nil
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let count = pwrite(file, rest.baseAddress, rest.count, off_t(done))
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }
}

/// A pipe for the output of a program, and the bytes read from it.
private final class OutputPipe {
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

    func readMore() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &buffer, buffer.count)
        if count > 0 { taken += buffer[..<count] } else if count == 0 || errno != EINTR { isOver = true }
    }
}
