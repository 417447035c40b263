import ClientEngine
import Foundation
import RequestFormats
import TestSupport
import Testing

@Suite("Requests as curl lines")
struct CurlWriterTests {
    /// What a shell hands to curl for a line: its arguments, and its standard input.
    private struct Received: Equatable {
        var arguments: [String]
        var input: [UInt8]
    }

    /// Runs a line in a real shell, with a function in curl's place that writes down what it gets.
    private static func run(_ line: String) throws -> Received {
        let folder = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A function and no file: a program that was only just written cannot always be run.
        // The dot behind the input: Foundation leaks its buffer when it reads an empty file.
        let program = """
            curl() { { cat; printf .; } > "$OUT/input"; printf '%s\\0' "$@" > "$OUT/arguments"; }

            """
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", program + line]
        shell.currentDirectoryURL = folder
        shell.environment = ["PATH": "/usr/bin:/bin", "OUT": folder.path]
        shell.standardInput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
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
        #expect(line.losses.isEmpty)
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
        let received = try Self.run(CurlWriter.text(for: .post("http://h/", body: .data(bytes))).text)
        let index = try #require(received.arguments.firstIndex { $0.hasPrefix("--data-") })
        let value = received.arguments[index + 1]
        #expect(
            received.arguments[index] == "--data-raw" ? Array(value.utf8) == bytes : received.input == bytes)
    }

    @Test("A field that would be read from a file, or cannot be sent, is left out and told")
    func losses() {
        let request = Request(url: "http://h/", headers: ["@file": "x", "A": "b\r\nC: d", "E": "f"])
        let line = CurlWriter.text(for: request)
        #expect(line.text == "curl --url http://h/ --header 'E: f' --location")
        #expect(line.losses.count == 2)
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
                    $0.timeout = .milliseconds(250)
                    $0.retry = RetryPolicy(maximumRetries: 2)
                },
                "curl --globoff --path-as-is --url 'http://[::1]/../x' --location --max-time 0.25 --retry 2"
            ),
        ])
    func options(request: Request, expected: String) {
        #expect(CurlWriter.text(for: request).text == expected)
    }
}

extension [String] {
    /// The words with those options added that a URL needs.
    fileprivate func preceded(byOptionsFor url: String) -> [String] {
        let globs = url.contains(where: "[]{}".contains) ? ["--globoff"] : []
        return globs + (url.contains("/.") ? ["--path-as-is"] : []) + self
    }
}
