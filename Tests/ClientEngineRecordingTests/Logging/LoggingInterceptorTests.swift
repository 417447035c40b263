import EngineSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Logging", .timeLimit(.minutes(1)))
struct LoggingInterceptorTests {
    private let client = Client(baseURL: "http://127.0.0.1:1")
    private let log = Locked<[String]>([])

    private let order = Request.post("/orders?token=abcdef", body: .text(#"{"password":"hunter2","n":1}"#))
        .with {
            $0.headers = ["Authorization": "Bearer abcdef", "Content-Type": "application/json"]
        }

    init() throws {
        try client.mocks.add(
            .any,
            .text(
                "you sent abcdef\u{1B}[2J", status: 299,
                headers: ["Content-Type": "text/plain", "Set-Cookie": "id=0123456789"]))
    }

    private func lines(
        _ requests: LoggingInterceptor.Detail, _ responses: LoggingInterceptor.Detail,
        showingSecrets: Bool = false, sending request: Request? = nil
    ) async -> [String] {
        let logging = LoggingInterceptor(
            requests: requests, responses: responses, showsSecrets: showingSecrets
        ) { [log] message in log.withLock { $0.append(message) }
        }
        let request = (request ?? order).with { $0.interceptors = .adding([logging]) }
        _ = await client.start(request).result
        return log.withLock { log in
            defer { log = [] }
            return log.flatMap {
                $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    @Test("a request is written as much as is asked for")
    func requests() async {
        #expect(await lines(.nothing, .nothing).isEmpty)
        func url(_ task: Int) -> String { "--> #\(task) POST http://127.0.0.1:1/orders?token=<redacted:1>" }
        #expect(await lines(.line, .nothing) == [url(2)])
        let headers = ["Authorization: Bearer <redacted:1>", "Content-Type: application/json"]
        #expect(await lines(.headers, .nothing) == [url(3)] + headers)
        let everything = await lines(.everything, .nothing)
        #expect(everything == [url(4)] + headers + ["", #"{"password":"<redacted:2>","n":1}"#])
    }

    @Test("a response is written as much as is asked for, whatever its status, and moves no cursor")
    func responses() async {
        func status(_ task: Int) -> String { "<-- #\(task) 299 http://127.0.0.1:1/orders?token=<redacted:1>" }
        #expect(await lines(.nothing, .line) == [status(1)])
        let headers = await lines(.nothing, .headers)
        #expect(headers.first == status(2))
        #expect(headers.contains("Content-Type: text/plain"))
        #expect(headers.contains { $0.hasPrefix("Set-Cookie: <redacted:") })
        let everything = await lines(.nothing, .everything)
        #expect(everything.last == "you sent <redacted:1>\u{FFFD}[2J")
    }

    @Test("those who ask for secrets get them")
    func secrets() async {
        let lines = await lines(.everything, .everything, showingSecrets: true)
        #expect(lines.first == "--> #1 POST http://127.0.0.1:1/orders?token=abcdef")
        #expect(lines.contains("Authorization: Bearer abcdef"))
        #expect(lines.contains("Set-Cookie: id=0123456789"))
        #expect(!lines.contains { $0.contains("<redacted") })
    }

    @Test("failures are written, of the network and of what was refused, and what is no text is counted")
    func failures() async throws {
        try client.mocks.add(.get("/gone"), .fault(.refused))
        let gone = await lines(.line, .line, sending: .get("/gone"))
        #expect(gone.first == "--> #1 GET http://127.0.0.1:1/gone")
        #expect(gone.last?.hasPrefix("<-- #1 failed GET http://127.0.0.1:1/gone: ") == true)
        let upload = Request.put("/x", body: .bytes([0xFF, 0xFE]))
        #expect(await lines(.everything, .nothing, sending: upload).last == "(2 bytes)")
        let file = Request.put("/x", body: .file(path: "/nowhere"))
        #expect(await lines(.everything, .nothing, sending: file).last == "(the content of /nowhere)")
    }

    @Test("a wrong status is written with its response")
    func wrongStatus() async throws {
        try client.mocks.add(.any, .status(418))
        let logging = LoggingInterceptor { [log] message in log.withLock { $0.append(message) } }
        let request = Request.get("/tea").with { $0.interceptors = .adding([logging]) }
        _ = await client.start(request.decoding(Int.self)).result
        let lines = log.withLock { $0 }.joined(separator: "\n").split(separator: "\n")
        #expect(lines.map { $0.prefix(11) } == ["--> #1 GET ", "<-- #1 418 ", "<-- #1 fail"])
    }

    @Test("a request and its answer are written with the task's number and the same absolute URL")
    func pairs() async throws {
        let lines = await lines(.line, .line, sending: .get("hello", query: ["page": 2]))
        let url = "http://127.0.0.1:1/hello?page=2"
        #expect(lines == ["--> #1 GET \(url)", "<-- #1 299 \(url)"])
    }
}
