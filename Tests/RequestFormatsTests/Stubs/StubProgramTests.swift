import ClientEngine
import EngineJSON
import Foundation
import InspectorTestSupport
import Testing

/// Collected stubs on the mock server, requested by independent programs.
@Suite(
    "Collected stubs and other programs", .ownThread, .serialized,
    .enabled(if: Corpus.folder != nil, "the folder of collected files is not here"), .timeLimit(.minutes(2)))
struct StubProgramTests {
    private static let curlPath = "/usr/bin/curl"
    /// A Python with the package requests, if `scripts/servers` provides one.
    private static let pythonPath = ProcessInfo.processInfo.environment["INSPECTOR_PYTHON"]

    private func served() throws -> [StubCorpusTests.Served] {
        try StubCorpusTests.files().flatMap(\.mocks).map { try StubCorpusTests.Served($0) }
    }

    @Test(
        "curl is answered what the files say",
        .enabled(if: FileManager.default.isExecutableFile(atPath: Self.curlPath), "curl is not installed"))
    func curl() throws {
        let all = try served()
        defer { all.forEach { $0.server.stop() } }
        #expect(all.count > 30)
        for served in all {
            let request = served.request
            var arguments = ["-s", "-i", "--noproxy", "*", "--max-time", "20"]
            arguments += request.method == .head ? ["--head"] : ["-X", request.method.rawValue]
            for field in request.headers { arguments += ["-H", "\(field.name): \(field.value)"] }
            if let body = request.body.bytes {
                arguments += ["--data-binary", String(decoding: body, as: UTF8.self)]
            }
            let bytes = try Self.output(of: Self.curlPath, arguments + [request.url])
            let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "\(served.mock.name)")
            let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(
                separatedBy: "\r\n")
            var headers = Headers()
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                headers.add(String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
            }
            let status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
            try StubCorpusTests.check(
                StatusCode(rawValue: status), headers, Array(bytes[end.upperBound...]), from: served.mock)
        }
    }

    @Test(
        "Python's requests is answered what the files say",
        .enabled(if: Self.pythonPath != nil, "scripts/servers names no Python"))
    func requests() throws {
        let all = try served()
        defer { all.forEach { $0.server.stop() } }
        #expect(all.count > 30)
        let orders = JSONValue.array(all.map { Self.json(of: $0.request) })
        let script = """
            import base64, json, requests, sys
            session = requests.Session()
            session.trust_env = False
            answers = []
            for order in json.loads(sys.argv[1]):
                body = order['body'].encode() if order['body'] is not None else None
                answer = session.request(order['method'], order['url'], headers=order['headers'], data=body,
                                         allow_redirects=False, timeout=20)
                answers.append([answer.status_code, [list(field) for field in answer.raw.headers.items()],
                                base64.b64encode(answer.content).decode()])
            print(json.dumps(answers))
            """
        let output = try Self.output(of: try #require(Self.pythonPath), ["-c", script, orders.serialized()])
        let answers = try #require(try JSONValue(parsing: output).array)
        try #require(answers.count == all.count)
        for (answer, served) in zip(answers, all) {
            var headers = Headers()
            for field in answer[1]?.array ?? [] {
                headers.add(field[0]?.string ?? "", field[1]?.string ?? "")
            }
            let body = try #require(answer[2]?.string.flatMap { Data(base64Encoded: $0) })
            try StubCorpusTests.check(
                StatusCode(rawValue: try #require(answer[0]?.int)), headers, Array(body), from: served.mock)
        }
    }

    private static func json(of request: Request) -> JSONValue {
        let fields = request.headers.map { JSONObject.Member(name: $0.name, value: .string($0.value)) }
        return [
            "method": .string(request.method.rawValue), "url": .string(request.url),
            "headers": .object(JSONObject(fields)),
            "body": request.body.bytes.map { .string(String(decoding: $0, as: UTF8.self)) } ?? nil,
        ]
    }

    /// Runs a program until it ends.
    ///
    /// Returns its output.
    private static func output(of path: String, _ arguments: [String]) throws -> [UInt8] {
        let outcome = try Program.run([path] + arguments)
        #expect(outcome.status == 0, "\(outcome.messages)")
        return outcome.bytes
    }
}
