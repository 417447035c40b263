import ClientEngineWireMock
import Foundation
import RequestFormats
import Testing

/// Files that people wrote for other programs.
///
/// They cannot be copied into this repository, so the tests run only where the folder exists.
@Suite(.enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
struct CorpusTests {
    @Test("Every .http file is read to requests or to errors with a place, and its bytes stay what they were")
    func httpFiles() throws {
        let files = try Corpus.files(in: "http", named: [".http", ".rest"])
        #expect(!files.isEmpty)
        for bytes in files {
            let file = HTTPFile(parsing: bytes, path: "collected")
            #expect(!file.requests.isEmpty || file.hasErrors || bytes.count < 400)
            #expect(file.blocks.flatMap { file.bytes[$0.bytes] } == bytes)
            #expect(file.diagnostics.allSatisfy { $0.line >= 1 && $0.column >= 1 })
            let resolver = RequestResolver(file, variables: .fixed(), files: MemoryFiles())
            for request in file.requests {
                #expect((try? resolver.resolve(request)) == nil || request.isUsable)
            }
        }
    }

    @Test("Every environment file is read, or is one error with a place")
    func environments() throws {
        let files = try Corpus.files(in: "env", named: [".json"])
        #expect(!files.isEmpty)
        var unread = 0
        for bytes in files {
            do throws(EnvironmentError) {
                let file = try EnvironmentFile.parse(bytes, path: "collected")
                #expect(!file.names.contains("$shared"))
                let environments = Environments([.init(public: file)])
                for name in file.names {
                    #expect(try environments.select(name, dynamic: .fixed).name == name)
                }
            } catch {
                unread += 1
                #expect(error.diagnostic.line >= 1)
            }
        }
        #expect(unread <= 1, "one of them is no JSON")
    }

    @Test("Every stub becomes a mock or is refused with a reason")
    func stubs() throws {
        let files = try Corpus.files(in: "wiremock", named: [".json"])
        #expect(!files.isEmpty)
        for bytes in files {
            let reading = StubFile.parse(bytes, path: "collected") { $0 }
            #expect(!reading.mocks.isEmpty || !reading.rejected.isEmpty)
        }
    }

    @Test("Every curl command line is the request that curl was seen to send")
    func curl() throws {
        let cases = try CurlCase.all()
        #expect(!cases.isEmpty)
        for sample in cases {
            let request = try CurlCommand(line: sample.command).request
            #expect(request.method.rawValue == sample.sent.method, "\(sample.command)")
            #expect(request.url.target == sample.sent.target, "\(sample.command)")
            for name in ["Authorization", "Cookie", "Referer", "Range"] {
                let isLeftOut = sample.command.contains("--digest") || sample.command.contains("--ntlm")
                #expect(
                    isLeftOut || request.headers[name] == sample.sent.value(of: name), "\(sample.command)")
            }
        }
    }
}

/// A command line, and the request that the real curl sent for it.
private struct CurlCase: Decodable {
    struct Sent: Decodable {
        var method: String
        var target: String
        var headers: [[String]]

        func value(of name: String) -> String? {
            headers.first { $0.first?.lowercased() == name.lowercased() }?.last
        }
    }

    var command: String
    var wire: [Sent]?

    var sent: Sent { wire?.first ?? Sent(method: "", target: "", headers: []) }

    static func all() throws -> [CurlCase] {
        try Corpus.files(in: "curl", named: ["cases.jsonl"]).flatMap { bytes in
            try bytes.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(CurlCase.self, from: Data($0))
            }
        }
        .filter { $0.wire?.isEmpty == false }
    }
}

extension String {
    /// The part of a URL that is sent as the request target.
    fileprivate var target: String {
        let rest = firstRange(of: "://").map { self[$0.upperBound...] } ?? self[...]
        let path = rest.prefix { $0 != "#" }.drop { $0 != "/" && $0 != "?" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }
}

/// The folder of collected files: `INSPECTOR_CORPUS`, or `shared/corpus` next to the repository.
enum Corpus {
    static var folder: URL? {
        let beside = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../shared/corpus").standardizedFileURL
        let named = ProcessInfo.processInfo.environment["INSPECTOR_CORPUS"].map { URL(filePath: $0) }
        return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Returns the content of every file below a folder with one of the endings.
    static func files(in name: String, named endings: [String]) throws -> [[UInt8]] {
        guard let folder else { return [] }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: name).path)
        return try paths.filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
            .map { try file("\(name)/\($0)") }
    }

    /// Returns the content of a file.
    static func file(_ path: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appending(path: path)))
    }
}
