import ClientEngine
import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

@Suite("Requests as curl lines", .ownThread)
struct CurlWriterTests {
    /// The arguments and the standard input that curl receives from a shell.
    private struct Received: Equatable {
        var arguments: [String]
        var input: [UInt8]
    }

    /// Runs a line in a real shell, where a function named curl records its input.
    private static func run(_ line: String, in shell: String = "/bin/sh") throws -> Received {
        let folder = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A function, because a program file that was just written cannot always be run. The dot follows the input,
        // because Foundation leaks its buffer when it reads an empty file.
        let program = """
            curl() { { cat; printf .; } > "$OUT/input"; printf '%s\\0' "$@" > "$OUT/arguments"; }

            """
        _ = try Program.run(
            [shell, "-c", program + line], in: folder.path,
            environment: ["PATH": "/usr/bin:/bin", "OUT": folder.path])
        let arguments = try Data(contentsOf: folder.appending(path: "arguments"))
        return Received(
            arguments: arguments.split(separator: 0, omittingEmptySubsequences: false).dropLast()
                .map { String(decoding: $0, as: UTF8.self) },
            input: Array(try Data(contentsOf: folder.appending(path: "input")).dropLast()))
    }

    private static let hostile = [
        "it's", "''", "'; touch pwned; '", "$(touch pwned)", "`touch pwned`", "line\nline", "@/etc/passwd",
        "-K/etc/passwd",
        "--", "\\", "\\'", "$HOME ~ * ? [a] {b} !x #y &z |<>", "%s\\n", "“quotes” ü 🦊", "\u{1B}[31m", "=a",
        "",
    ]

    @Test("The shell hands every value over as it is", arguments: hostile)
    func words(value: String) throws {
        let header = value.replacingOccurrences(of: "\n", with: " ")
        let request = Request(
            method: .post, url: "http://h/\(header)", headers: ["X": header, "Content-Type": "a/b"],
            body: .text(value))
        let line = CurlWriter.text(for: request)
        #expect(line.warnings.isEmpty)
        #expect(
            try Self.run(line.text).arguments
                == [
                    "--url", "http://h/\(header)", "--header", header.isEmpty ? "X;" : "X: \(header)",
                    "--header", "Content-Type: a/b", "--data-raw", value, "--location",
                ].preceded(byOptionsFor: request.url))
    }

    @Test("A line is read back as the same request", arguments: hostile)
    func reading(value: String) throws {
        var request = Request(
            method: .post, url: "http://h/x", headers: ["X": value.replacingOccurrences(of: "\n", with: " ")],
            body: .text(value))
        request.followsRedirects = true
        let command = try CurlCommand(line: CurlWriter.text(for: request).text)
        #expect(command.request == request)
        #expect(command.notes.isEmpty)
    }

    @Test("Random bytes arrive as they are, as an argument or through a pipe", arguments: 0..<20)
    func randomBodies(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let alphabet: [UInt8] = seed.isMultiple(of: 2) ? Array("'\"$`\\@-%\n ab".utf8) : Array(0...255)
        let bytes = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
        let received = try Self.run(CurlWriter.text(for: .post("http://h/", body: .bytes(bytes))).text)
        let index = try #require(received.arguments.firstIndex { $0.hasPrefix("--data-") })
        let value = received.arguments[index + 1]
        #expect(
            received.arguments[index] == "--data-raw" ? Array(value.utf8) == bytes : received.input == bytes)
    }

    /// Control keys of line editors, and text that shells interpret.
    private static let keystrokes = [
        "\u{1B}[201~; touch pwned", "\u{3}touch pwned\r", "\u{15}\u{4}", "a\u{8}\u{7F}b", "tab\there",
        "\u{9B}31m\u{85}",
        "-n \u{1}", "%s%d%%\t", "\\\\033\t\\t", "it's\t\"$HOME\" `id` $(id)", "{\n\t\"a\": \"é\"\n}",
        "end\u{1B}\n\n",
        "\u{1B}7", "one\n!two", "one\n^a^b", "one!", "\u{1B}\r\n", "\n\n",
    ]

    @Test("Nothing in a line acts on a terminal that it is pasted into", arguments: keystrokes)
    func pasting(value: String) throws {
        let request = Request(
            method: .post, url: "http://h/", headers: ["Content-Type": "a/b"], body: .text(value)
        ).with { $0.followsRedirects = true }
        let line = CurlWriter.text(for: request)
        #expect(line.warnings.isEmpty)
        let controls = line.text.unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(controls.allSatisfy { $0 == "\n" })
        #expect(!line.text.contains("\n!") && !line.text.contains("\n^"))
        for shell in ["/bin/sh", "/bin/bash"] where FileManager.default.isExecutableFile(atPath: shell) {
            let received = try Self.run(line.text, in: shell)
            #expect(Array(received.arguments.dropLast().last ?? "").elementsEqual(value), "\(shell)")
        }
        #expect(try CurlCommand(line: line.text).request == request)
    }

    @Test("A combining letter hides no mark of curl's")
    func combining() throws {
        let request = Request(
            method: .post, url: "http://\u{657}/[\u{301}/.\u{301}",
            headers: ["@\u{301}a": "b", "Content-Type": "a/b", "X": "\u{301}"], body: .text("@\u{301}"))
        let line = CurlWriter.text(for: request)
        #expect(line.text.hasPrefix("curl --globoff --path-as-is --url 'http://\u{657}/"))
        #expect(line.warnings.count == 1)
        let read = try CurlCommand(line: line.text).request
        #expect(read.url == request.url && read.body == request.body && read.headers["X"] == "\u{301}")
        #expect(try CurlCommand(line: "curl x -d @\u{301}").request.body == .file(path: "\u{301}"))
    }

    @Test("A comment above a line is one word for shells that know no comments")
    func comment() {
        #expect(CurlWriter.comment("Log in, v1.2") == "# Log in, v1.2")
        #expect(CurlWriter.comment("a; touch pwned\u{3}\n#") == "# 'a; touch pwned  #'")
    }

    @Test("A text with a NUL has no place in a line, which is told")
    func nul() {
        let line = CurlWriter.text(for: Request(method: "A\0B", url: "http://h/\0", headers: ["X": "\0"]))
        #expect(line.text == "curl --location")
        #expect(line.warnings.count == 3)
    }

    @Test("The version that must be used is said, and read again", arguments: HTTPVersion.allCases)
    func versions(version: HTTPVersion) throws {
        let request = Request.get("https://h/").with {
            $0.version = version
            $0.followsRedirects = true
        }
        let line = CurlWriter.text(for: request)
        #expect(line.text.contains(" --http"))
        let command = try CurlCommand(line: line.text)
        #expect(command.request == request && command.notes.isEmpty)
    }

    @Test("A caret at the end of a line of the body is no line of the command prompt")
    func carets() throws {
        for body in ["a^\r\nb", "a^\nb", "a ^\"b^\"", "it's ^\"b\" ^\n"] {
            let request = Request(
                method: .post, url: "http://h/", headers: ["Content-Type": "a/b"], body: .text(body))
            let command = try CurlCommand(line: CurlWriter.text(for: request).text)
            #expect(command.request.body == .text(body))
        }
    }

    @Test("A field that would be read from a file, or cannot be sent, is left out and told")
    func warnings() {
        let request = Request(url: "http://h/", headers: ["@file": "x", "A": "b\r\nC: d", "E": "f"])
        let line = CurlWriter.text(for: request)
        #expect(line.text == "curl --url http://h/ --header 'E: f' --location")
        #expect(line.warnings.count == 2)
    }

    @Test(
        "Methods, files and limits have their options",
        arguments: [
            (Request.head("http://h/"), "curl --head --url http://h/ --location"),
            (.delete("http://h/"), "curl --request DELETE --url http://h/ --location"),
            (
                Request(method: .put, url: "http://h/", body: .file(path: "-x")),
                "curl --request PUT --url http://h/ --header Content-Type: --data-binary @./-x --location"
            ),
            (Request.get("http://h/").with { $0.followsRedirects = false }, "curl --url http://h/"),
            (
                Request.get("http://[::1]/../x").with {
                    $0.attemptTimeout = .milliseconds(250)
                    $0.retry = RetryPolicy(maximumRetries: 2)
                },
                "curl --globoff --path-as-is --url 'http://[::1]/../x' --location --max-time 0.25 --retry 2"
            ),
        ])
    func options(request: Request, expected: String) {
        #expect(CurlWriter.text(for: request).text == expected)
    }

    @Test("A Unix socket is read, written, and read again")
    func unixSocket() throws {
        let line = "curl --unix-socket '/run/my docker.sock' http://localhost/v1.41/containers/json"
        let command = try CurlCommand(line: line)
        #expect(command.request.unixSocket == "/run/my docker.sock" && command.notes.isEmpty)
        let written = CurlWriter.text(for: command.request).text
        #expect(written.contains("--unix-socket '/run/my docker.sock'"))
        #expect(try CurlCommand(line: written).request == command.request)
        let file = HTTPFileWriter.text(for: command.request)
        #expect(file.text.hasPrefix("# @unix-socket /run/my docker.sock\n"))
    }
}

extension [String] {
    /// Returns the words with the options that a URL needs.
    fileprivate func preceded(byOptionsFor url: String) -> [String] {
        let globs = url.contains(where: "[]{}".contains) ? ["--globoff"] : []
        return globs + (url.contains("/.") ? ["--path-as-is"] : []) + self
    }
}
