import ClientEngine
import Foundation
import RequestFormats
import Testing

/// Command lines, and the requests that the real curl sent for them.
@Suite(.enabled(if: Corpus.folder != nil, "the folder of collected files is not here"))
struct CurlCorpusTests {
    /// Lines that need missing files, a handshake, or a random boundary, as docs/importing.md explains.
    static let exceptions: [String: String] = [
        "g021": "NTLM is a handshake", "g022": "NTLM is a handshake",
        "g089": "--http2 adds the headers of an upgrade",
        "g217": "the host is in braces, which are a set of URLs",
        "g131": "--url-query reads a file that is not there",
    ]

    @Test("Every command line is the requests that curl was seen to send, byte for byte")
    func commands() throws {
        var failures: [String] = []
        let samples = try CurlSample.all()
        #expect(samples.count > 200)
        for sample in samples where Self.exceptions[sample.id] == nil {
            do {
                let bytes = Array(sample.command.utf8)
                let collection = try ImportFormat.curl.collection(
                    from: [ImportFile(path: "-", bytes: bytes)])
                let requests = try Self.resolved(collection)
                let sent = requests.map(Wire.init)
                let expected = sample.wire.map { Wire($0, command: sample.argv) }
                if sent != expected {
                    failures.append("\(sample.id) \(sample.command)\n  \(sent)\n  \(expected)")
                }
            } catch {
                failures.append("\(sample.id) \(sample.command)\n  \(error)")
            }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.joined(separator: "\n"))")
    }

    /// Returns the requests sent for a collection after it was written and read again.
    static func resolved(_ collection: RequestCollection) throws -> [Request] {
        let output = CollectionWriter.write(collection)
        let text = try #require(output.files.first { $0.path.hasSuffix(".http") }).text
        let file = HTTPFile(parsing: text, path: "x.http")
        let own = try output.files.first { $0.isPrivate }.map {
            try EnvironmentFile.parse(Array($0.text.utf8), path: $0.path)
        }
        let dynamic = DynamicValues.fixed
        let environment = try Environments([.init(private: own)]).select(nil, dynamic: dynamic)
        let scope = VariableScope(overrides: [:], environment: environment, dynamic: dynamic)
        let resolver = RequestResolver(file, variables: scope, files: MemoryFiles())
        return try file.requests.map { try resolver.resolve($0) }
    }
}

/// The relevant parts of a message: without curl's own headers, and with equal boundaries.
private struct Wire: Equatable, CustomStringConvertible {
    /// The headers that curl sends by default.
    private static let ownHeaders = [
        "Host:", "Content-Length:", "User-Agent: curl/7.88.1", "Accept: */*", "Expect: 100-continue",
        "Accept-Encoding: deflate, gzip, br, zstd",
    ]

    var method: String
    var target: String
    var headers: [String]
    var body: String

    init(_ request: Request) {
        method = request.method.rawValue
        let rest = request.url.firstRange(of: "://").map { request.url[$0.upperBound...] } ?? request.url[...]
        let path = rest.prefix { $0 != "#" }.drop { $0 != "/" && $0 != "?" }
        target = path.hasPrefix("/") ? String(path) : "/" + path
        headers = request.headers.map { "\($0.name): \($0.value)" }
        body = request.body.isNone ? "" : String(decoding: request.body.bytes ?? [], as: UTF8.self)
        neutralise()
    }

    init(_ sent: CurlSample.Sent, command: [String]) {
        method = sent.method
        target = sent.target
        headers = sent.headers.map { $0.joined(separator: ": ") }
        let words = "\n" + command.joined(separator: "\n").lowercased()
        headers.removeAll { header in
            Self.ownHeaders.contains { header.hasPrefix($0) && !words.contains("\n" + $0.lowercased()) }
        }
        body = sent.body ?? ""
        neutralise()
    }

    private mutating func neutralise() {
        for index in headers.indices {
            guard let range = headers[index].firstRange(of: "boundary=") else { continue }
            let boundary = String(headers[index][range.upperBound...])
            headers[index] = headers[index].replacingOccurrences(of: boundary, with: "B")
            body = body.replacingOccurrences(of: boundary, with: "B")
            // A request file writes no line end after the last boundary.
            if body.hasSuffix("--B--\r\n") { body = String(body.dropLast()) }
        }
        headers.sort()
    }

    var description: String { "\(method) \(target) \(headers) \(body.debugDescription)" }
}

private struct CurlSample: Decodable {
    struct Sent: Decodable {
        var method: String
        var target: String
        var headers: [[String]]
        var body: String?
    }

    var id: String
    var command: String
    var argv: [String]
    var wire: [Sent]

    static func all() throws -> [CurlSample] {
        try Corpus.files(in: "curl", named: ["cases.jsonl"]).flatMap { bytes in
            bytes.split(separator: UInt8(ascii: "\n")).compactMap {
                try? JSONDecoder().decode(CurlSample.self, from: Data($0))
            }
        }
    }
}
