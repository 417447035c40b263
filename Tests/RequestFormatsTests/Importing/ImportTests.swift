import ClientEngine
import Foundation
import InspectorTestSupport
import RequestFormats
import Testing

@Suite("Imported files")
struct ImportTests {
    static func collection(_ text: String, as format: ImportFormat, path: String = "x") throws
        -> RequestCollection
    {
        try format.collection(from: [ImportFile(path: path, bytes: Array(text.utf8))])
    }

    static func requests(_ collection: RequestCollection) -> [EditableRequest] {
        collection.items.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    @Test(
        "A file that begins with a byte order mark is read in its encoding",
        arguments: ["UTF-8", "UTF-16LE", "UTF-16BE"])
    func marked(encoding: String) throws {
        let text = """
            {"info":{"name":"Größen","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
            "item":[{"name":"ü","request":{"method":"GET","url":"http://h/a"}}]}
            """
        var bytes: [UInt8] = []
        switch encoding {
        case "UTF-8": bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        case "UTF-16LE":
            bytes = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        default: bytes = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
        let collection = try ImportFormat.postman.collection(from: [ImportFile(path: "a.json", bytes: bytes)])
        #expect(collection.name == "Größen")
        #expect(Self.requests(collection).map(\.url) == ["http://h/a"])
        // A file that ends within a character stays unchanged, and its error names UTF-8.
        let broken = ImportFile(path: "a.json", bytes: [0xFF, 0xFE, 0x41])
        #expect(broken.bytes == [0xFF, 0xFE, 0x41])
    }

    // MARK: curl

    @Test("a script of curl lines is a request for each line, URL and part behind --next")
    func script() throws {
        let collection = try Self.collection(
            """
            #!/bin/sh
            # a comment
            curl https://a/one https://a/two -H 'X-A: 1'
            sudo curl -d 'x
            y' https://a/three --next -XPUT https://a/four | jq .
            echo done; curl https://a/five > out.txt && ls
            curl -k {{host}}/six
            """, as: .curl)
        #expect(
            Self.requests(collection).map { "\($0.method) \($0.url)" } == [
                "GET https://a/one", "GET https://a/two", "POST https://a/three", "PUT https://a/four",
                "GET https://a/five", "GET {{host}}/six",
            ])
        #expect(
            collection.warnings.map { "\($0.place): \($0.text)" } == [
                "GET /six: Not carried over: -k; certificates are checked unless the program is told otherwise.",
                "line 5: “jq” is not a curl command and is left out.",
                "line 6: “echo” is not a curl command and is left out.",
                "line 6: Not carried over: >, and what stands behind it.",
            ])
    }

    @Test(
        "lines that browsers write for the Windows command prompt are read",
        arguments: [
            "curl ^\"https://a/b?c=d^&e=^%^20f^\" ^\r\n  -H ^\"X-A: \\^\"q\\^\"^\" ^\r\n  --data-raw ^\"^{^\\^\"a^\\^\":1^}^\"",
            "curl \"https://a/b?c=d&e=%20f\" ^\n  -H \"X-A: \\\"q\\\"\" ^\n  --data-raw \"{\\\"a\\\":1}\"\n",
        ])
    func prompt(line: String) throws {
        let request = try #require(Self.requests(try Self.collection(line, as: .curl)).first)
        #expect(request.url == "https://a/b?c=d&e=%20f")
        #expect(request.headers.first == .init("X-A", "\"q\""))
        #expect(request.body == .text("{\"a\":1}"))
        #expect(try CurlCommand(line: line).request.url == "https://a/b?c=d&e=%20f")
    }

    @Test("forms, files and options of curl become parts, references and directives")
    func curlBodies() throws {
        let form = try #require(
            Self.requests(
                try Self.collection("curl -F a=b -F 'f=@c.png;filename=d' -L https://a", as: .curl)
            ).first)
        #expect(
            form.body
                == .multipart([
                    .init("a", .text("b")),
                    .init("f", .file(path: "c.png"), filename: "d"),
                ]))
        #expect(form.directives == [])
        let file = try #require(
            Self.requests(
                try Self.collection("curl --data-binary @x.bin -m 3 --retry 2 https://a", as: .curl)
            ).first)
        #expect(file.body == .file(path: "x.bin"))
        #expect(file.directives == ["@retry 2", "@retry-always", "@timeout 3s", "@no-redirect"])
    }

    @Test(
        "what is no curl command is refused with its line",
        arguments: [
            ("", "x: There is no curl command in it."), ("ls\n", "x: There is no curl command in it."),
            ("curl https://a\ncurl 'b", "x:2: "), ("curl https://a\n\n  curl -X", "x:3: Behind -X"),
            ("Invoke-WebRequest -Uri \"https://a\"", "x: It is written for PowerShell."),
        ])
    func curlRefusals(text: String, message: String) {
        let failure = #expect(throws: ImportError.self) { try Self.collection(text, as: .curl) }
        #expect(failure?.description.hasPrefix(message) == true, "\(failure?.description ?? "")")
    }

    // MARK: HAR

    @Test("an archive gives its requests without what the connection added")
    func har() throws {
        let collection = try Self.collection(
            #"""
            {"log":{"entries":[
             {"request":{"method":"POST","url":"https://a/b?c={{d}}#e","headers":[
               {"name":":authority","value":"a"},{"name":"Content-Length","value":"3"},{"name":"host","value":"a"},
               {"name":"Content-Type","value":"text/plain"},{"name":"X-A","value":"{{b}}"}],
               "cookies":[{"name":"k","value":"v"}],
               "postData":{"mimeType":"text/plain","text":"eHt7eX19","encoding":"base64"}}},
             {"_task":1,"request":{"method":"GET","url":"http://a/"}},
             {"_task":1,"_attempt":2,"request":{"method":"GET","url":"http://a/"}},
             {"request":{"method":"POST","url":"http://a/","postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"b c"}]}}},
             {"request":{"method":"GET","url":"wss://a/"}},{"request":7},
             {"request":{"method":"PUT","url":"http://a/","postData":{"text":"//79","encoding":"base64"}}}]}}
            """#, as: .har)
        let requests = Self.requests(collection)
        #expect(requests.map(\.name) == ["POST /b", "GET /", "POST /", "PUT /"])
        #expect(requests[2].body == .form([.init("a", "b+c")]))
        #expect(
            collection.warnings.map(\.text) == [
                "Requests to wss: are not imported.", "There is no request with a URL.",
                "The body is not text (3 bytes) and is left out.",
            ])
        let sent = try CurlCorpusTests.resolved(collection)[0]
        #expect(sent.url == "https://a/b?c={{d}}")
        #expect(sent.headers == ["Content-Type": "text/plain", "X-A": "{{b}}", "Cookie": "k=v"])
        #expect(sent.body == .text("x{{y}}"))
    }

    @Test("an archive that is none is refused")
    func harRefusal() {
        let failure = #expect(throws: ImportError.self) { try Self.collection("{\"log\":[]}", as: .har) }
        #expect(failure?.description.hasPrefix("x: It has no list log.entries.") == true)
    }

    // MARK: Bad input

    static let samples: [(ImportFormat, String)] = [
        (
            .curl,
            "curl -X POST 'https://a/b' -H \"A: b\" --json '{\"a\": [1]}' -F 'a=@b;type=c' | x\ncurl $'\\u0041' ^\n"
        ),
        (
            .har,
            #"{"log":{"entries":[{"request":{"method":"GET","url":"https://a","headers":[{"name":"a","value":"b"}],"postData":{"text":"x","params":[{"name":"a"}]}}}]}}"#
        ),
        (
            .postman,
            #"{"info":{"name":"a"},"auth":{"type":"basic","basic":[{"key":"username","value":"u"}]},"item":[{"name":"f","item":[{"name":"r","event":[{"script":{"exec":["a"]}}],"request":{"url":{"raw":"http://a/:b?c","variable":[{"key":"b"}]},"header":[{"key":"h","value":"{{$guid}}"}],"body":{"mode":"formdata","formdata":[{"key":"k","type":"file","src":"s"}]}}}]}],"variable":[{"key":"v w","value":"{{v w}}"}]}"#
        ),
    ]

    @Test(
        "changed at random are read or refused, and what is written from them is read again",
        arguments: 0..<300)
    func mutations(seed: UInt64) throws {
        var numbers = SeededRandom(seed: seed)
        let (format, text) = Self.samples[Int(seed) % Self.samples.count]
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &numbers) {
            let index = Int.random(in: bytes.indices, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: bytes.remove(at: index)
            case 1: bytes[index] = UInt8.random(in: .min ... .max, using: &numbers)
            case 2: bytes.removeSubrange(index..<min(index + 9, bytes.count))
            default: bytes.insert(contentsOf: "{{\"[7,".utf8.shuffled(using: &numbers), at: index)
            }
            if bytes.isEmpty { bytes = [0x20] }
        }
        guard let collection = try? format.collection(from: [ImportFile(path: "x", bytes: bytes)]) else {
            return
        }
        for file in CollectionWriter.write(collection).files where file.path.hasSuffix(".http") {
            let errors = HTTPFile(parsing: file.text, path: "x").diagnostics.filter { $0.severity == .error }
            #expect(errors.isEmpty || file.text.contains("GRAPHQL"), "\(file.text)")
        }
    }

    @Test("with values of every wrong type are read or refused")
    func wrongTypes() {
        let values = ["null", "true", "7", "\"s\"", "[]", "{}", "[[]]", "[7]", "{\"a\":7}"]
        for (format, text) in Self.samples.dropFirst() {
            let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
            for index in pieces.indices.dropFirst() {
                for value in values {
                    let rest = pieces[index].drop { !",}]".contains($0) }
                    let changed =
                        pieces[..<index].joined(separator: ":") + ":" + value + rest
                        + pieces[(index + 1)...].map { ":" + $0 }.joined()
                    let bytes = Array(changed.utf8)
                    let collection = try? format.collection(from: [ImportFile(path: "x", bytes: bytes)])
                    #expect(collection.map { CollectionWriter.write($0).name.isEmpty } != true)
                }
            }
        }
    }

    @Test("that are too large, too deep, cut off or no text are refused at once")
    func limits() {
        let deep = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
        let large = Array(repeating: UInt8(ascii: " "), count: (64 << 20) + 1)
        for format in [ImportFormat.curl, .postman, .har] {
            for bytes in [deep, large, [0xFF, 0xFE], Array("{\"log\":{\"entries\":[".utf8), [], [0]] {
                #expect(throws: ImportError.self) {
                    try format.collection(from: [ImportFile(path: "x", bytes: bytes)])
                }
            }
        }
    }

    @Test(
        "of two thousand commands, or one of a megabyte, take no time to speak of",
        .timeLimit(.minutes(1)))
    func size() throws {
        let many = try Self.collection(String(repeating: "curl https://a -d x\n", count: 2_000), as: .curl)
        #expect(many.items.count == 2_000)
        #expect(CollectionWriter.write(many).files[0].text.contains("# @name post_2000\n"))
        let word = String(repeating: "x", count: 1 << 20)
        let one = try Self.collection("curl https://a -d '\(word)'", as: .curl)
        #expect(Self.requests(one).first?.body == .text(word))
    }
}

@Suite(.enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
struct ImportCorpusTests {
    @Test(
        "Every collected file is imported, and what is written from it has no errors",
        arguments: [("postman", ImportFormat.postman), ("har", .har)])
    func files(folder: String, format: ImportFormat) throws {
        let files = try Corpus.files(in: folder, named: format.endings)
        #expect(!files.isEmpty)
        for bytes in files {
            let collection = try format.collection(from: [ImportFile(path: "collected", bytes: bytes)])
            let output = CollectionWriter.write(collection)
            for file in output.files where file.path.hasSuffix(".http") {
                let errors = HTTPFile(parsing: file.text, path: file.path).diagnostics
                    .filter { $0.severity == .error && !$0.message.contains("GRAPHQL") }
                #expect(errors.isEmpty, "\(errors)")
            }
            #expect(!output.files.isEmpty || collection.items.isEmpty)
            var bare = collection
            bare.warnings = []
            bare.environments = []
            let exported = PostmanWriter.write(bare).bytes
            let back = try ImportFormat.postman.collection(from: [ImportFile(path: "x", bytes: exported)])
            #expect(CollectionWriter.write(back).files.count == CollectionWriter.write(bare).files.count)
        }
    }
}
