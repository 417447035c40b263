import ClientEngine
import EngineSupport
import InspectorPrograms
import InspectorTestSupport
import Testing

@Suite("Programs with limits", .ownThread)
struct LimitedProgramTests {
    private static func run(
        _ script: String, input: String = "", limits: LimitedProgram.Limits = LimitedProgram.Limits()
    ) -> LimitedProgram.Outcome {
        LimitedProgram().run("/bin/sh", ["-c", script], input: Array(input.utf8), limits: limits)
    }

    @Test("It reads its input, and answers with output, complaint and status")
    func answers() {
        #expect(
            Self.run("cat; echo wrong >&2; exit 3", input: "text")
                == .finished(status: 3, output: Array("text".utf8), complaint: "wrong\n"))
    }

    @Test("It has no environment, no descriptors of ours, and may write into no file")
    func confined() throws {
        let outcome = Self.run("/usr/bin/env; ls /proc/self/fd | wc -l; ulimit -f; ulimit -c")
        guard case .finished(_, let output, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        // The shell sets PWD and similar variables itself. The fourth descriptor belongs to ls.
        #expect(!lines.contains { $0.hasPrefix("HOME=") || $0.hasPrefix("PATH=") })
        #expect(lines.suffix(3) == ["4", "0", "0"])
    }

    @Test("Too much output, too much time and too much memory end it")
    func limits() {
        var limits = LimitedProgram.Limits(memory: 1 << 30, time: .seconds(1), output: 1_000)
        #expect(
            Self.run("while :; do echo abcdefgh; done", limits: limits)
                == .exceeded("answered more than 1.0 kB"))
        #expect(Self.run("exec sleep 100", limits: limits) == .exceeded("took more than 1 s"))
        limits.memory = 100 << 20
        limits.time = .seconds(30)
        limits.output = 1 << 30
        let outcome = Self.run("head -c 400000000 /dev/zero | tail -c 300000000 >/dev/null", limits: limits)
        guard case .finished(_, _, let complaint) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(complaint.contains("memory"))
    }

    @Test("It is stopped from another thread, and before it has begun")
    func stopping() async throws {
        let program = LimitedProgram()
        let result = Locked<LimitedProgram.Outcome?>(nil)
        DetachedThread.start {
            let outcome = program.run("/bin/sleep", ["1000"], input: [])
            result.withLock { $0 = outcome }
        }
        program.stop()
        try await wait(for: "the end of the program") { result.withLock { $0 } != nil }
        #expect(result.withLock { $0 } == .stopped)
        #expect(program.run("/bin/cat", [], input: []) == .stopped)
    }

    @Test("A program is found in whole folders of the search path alone")
    func finding() {
        #expect(LimitedProgram.path(of: "sh", in: ".:bin:/nowhere:/bin") == "/bin/sh")
        #expect(LimitedProgram.path(of: "sh", in: "bin:.") == nil)
        #expect(
            LimitedProgram().run("/nowhere/sh", [], input: []) == .notStarted(errno: 2))
    }
}
