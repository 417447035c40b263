import Foundation
import InspectorTestSupport
import Testing

@Suite("What holds for the process from its start", .ownThread)
struct ProcessLimitsTests {
    @Test("no core of it is written: its memory holds secrets")
    func core() throws {
        let program = try Program([try BuiltProgram.path(), "sandbox"])
        try program.wait(for: "the first line") { $0.contains("\n") ? () : nil }
        let limits = try String(contentsOfFile: "/proc/\(program.number)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        let words = line.split(separator: " ")
        #expect(["0", "1"].contains(words[4]), "\(line)")
    }

    @Test(
        "a preloaded library that sets a variable when it is loaded takes no words of the command line away")
    func preloaded() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "#include <stdlib.h>\n__attribute__((constructor)) static void set(void) { setenv(\"PRELOADED\", \"1\", 1); }\n",
            to: "set.c")
        let library = folder.path + "/set.so"
        let built = try Program.run([
            "/usr/bin/cc", "-shared", "-fPIC", "-o", library, folder.path + "/set.c",
        ])
        try #require(built.status == 0, "\(built.messages)")
        let outcome = try Program.run(
            ["/usr/bin/env", "LD_PRELOAD=" + library, try BuiltProgram.path(), "--version"])
        #expect(outcome.status == 0 && outcome.output.hasPrefix("inspector "), "\(outcome.messages)")
    }

    @Test("a file that may not grow is an error, and nothing of it is left")
    func fileSize() throws {
        let folder = try ForeignFolder(["a.http": "GET HOST/bytes/100000\n"])
        let line = "ulimit -f 8; exec '\(try BuiltProgram.path())' run a.http --har x.har"
        let outcome = try Program.run(
            ["/bin/bash", "-c", line], in: folder.path, environment: folder.variables)
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("File too large"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.http"])
    }

    /// Indicates whether the file system of the tests supports unnamed files.
    private static let knowsUnnamedFiles: Bool = {
        let number = open(NSTemporaryDirectory(), 0o20_000_000 | O_DIRECTORY | O_RDWR, 0o600)
        defer { if number >= 0 { close(number) } }
        return number >= 0
    }()

    @Test("a run that is killed leaves nothing beside its report", .enabled(if: knowsUnnamedFiles))
    func killed() throws {
        let folder = try ForeignFolder(["a.http": "GET HOST/hang\n"])
        let program = try Program(
            [try BuiltProgram.path(), "run", "a.http", "--json", "--har", "x.har", "--junit", "x.xml"],
            in: folder.path, environment: folder.variables)
        try program.wait(for: "the request") { $0.contains("exchange.started") ? () : nil }
        program.signal(SIGKILL)
        _ = try program.outcome()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.http"])
    }
}
