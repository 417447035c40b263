import ClientEngine
import InspectorTestSupport
import RequestFormats
import Testing

@Suite("Documents that mean harm", .ownThread, .timeLimit(.minutes(5)))
struct HostileFileTests {
    /// Texts that slow parsers down.
    private static let units = [
        "{", "{{", "{{a}}", "\\{\\{", "}}{{", "###\n", "#", "# @\n", "# @retry {{\n", "@a = {{a}}\n",
        "@a={{b}}{{b}}\n",
        "> {%\n", "< {%\n", "{{\n", "<@\n", "?? \n", ">> \n", "&\n", "?\n", " \n", "\r\n", "\0", "GET ",
        "GET http://a\n\n\n",
        "GET a\nX: {{\n", ": ", "\u{FEFF}", "é", "{{$x \"", "{{a.response.body.", "--b\n",
    ]

    @Test("Anything, again and again, is read, and filled in, in linear time", arguments: units)
    func linear(unit: String) {
        for prefix in [
            "", "POST http://a\nContent-Type: multipart/form-data; boundary=b\n\n", "GET http://a/", "@v = ",
        ] {
            let growth = growth(to: 1 << 11) { size in
                let text = prefix + String(repeating: unit, count: size / unit.utf8.count)
                let file = HTTPFile(parsing: text, path: "t")
                let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
                for request in file.requests.prefix(3) { _ = try? resolver.resolve(request) }
            }
            #expect(growth < 8, "\(unit.debugDescription) behind \(prefix.debugDescription)")
        }
    }

    @Test("A NUL is text in a body, and an error in a head")
    func nul() throws {
        #expect(try request("POST http://a\n\na\0b").bodyText == "a\0b")
        #expect(try failure("GET http://a/\0").kind == .invalid)
        #expect(try failure("GET http://a\nX: \0").kind == .invalid)
        #expect(try failure("GET http://a\n\0: 1").kind == .malformed)
    }

    @Test("Files outside of the folder and those that are none are refused in the place that names them")
    func files() throws {
        for path in ["../x", "/etc/passwd", "a/../../x", "/dev/zero", "fifo"] {
            let error = try failure("POST http://a\n\n< \(path)")
            #expect(error.kind == .file)
            #expect(error.line == 3)
            #expect(try failure("POST http://a\n\ntext\n<@ \(path)").line == 4)
        }
    }

    @Test("A document larger than 64 MiB, or with octets that are not UTF-8, is one error with its place")
    func unreadable() {
        let large = HTTPFile(parsing: [UInt8](repeating: 0x0A, count: (64 << 20) + 1), path: "t")
        #expect(large.requests.isEmpty)
        #expect(large.diagnostics.map(\.severity) == [.error])
        let latin = HTTPFile(parsing: Array("GET http://a\nX: ".utf8) + [0xE9, 0x0A], path: "t")
        #expect(latin.diagnostics.map { [$0.line, $0.column] } == [[2, 4]])
    }

    @Test("A document with too many separators is one error")
    func separators() {
        let text = [UInt8](String(repeating: "###\n", count: HTTPFile.maximumBlocks + 2).utf8)
        let file = HTTPFile(parsing: text, path: "t")
        #expect(file.blocks.isEmpty)
        #expect(file.diagnostics.map(\.severity) == [.error])
        let many = HTTPFile(parsing: Array(text.prefix(text.count / 64)), path: "t")
        #expect(many.blocks.count > HTTPFile.maximumBlocks / 65)
        #expect(!many.hasErrors)
    }

    @Test("Values of a run cannot grow without end either")
    func runValues() throws {
        let doubling = (1...40).map { "@v\($0) = {{v\($0 - 1)}}{{v\($0 - 1)}}\n" }.joined()
        let text = "@v0 = {{late}}\n" + doubling + "GET http://x/{{v40}}"
        #expect(try failure(text).kind == .tooLarge)
    }
}
